import BenchmarkBaseline
import Graphstore

extension GifModel {
  /// The checksum of all attributes, the same as the baseline's of the same row.
  var checksum: UInt64 {
    var checksum = baseline_checksum_start()
    checksum = baseline_checksum_integer(checksum, newsid)
    checksum = baseline_checksum_integer(checksum, userid)
    checksum = baseline_checksum_integer(checksum, commentsno)
    checksum = baseline_checksum_integer(checksum, isZan ? 1 : 0)
    fold(headpicture, into: &checksum)
    fold(nickname, into: &checksum)
    fold(createtime, into: &checksum)
    fold(text, into: &checksum)
    fold(gifurl, into: &checksum)
    return checksum
  }
}

/// Folds a text in, or its absence.
func fold(_ text: String?, into checksum: inout UInt64) {
  guard var text else {
    checksum = baseline_checksum_absent(checksum)
    return
  }
  checksum = text.withUTF8 { baseline_checksum_text(checksum, $0.baseAddress, $0.count) }
}

extension [GifModel] {
  /// Of all attributes, whatever the order of the objects.
  var checksumAsSet: UInt64 {
    reduce(0) { $0 &+ $1.checksum }
  }

  /// Of all attributes and the order of the objects.
  var checksumAsList: UInt64 {
    reduce(baseline_checksum_start()) { baseline_checksum_word($0, $1.checksum) }
  }
}
