import BenchmarkBaseline
import Foundation
import Graphstore

extension Author {
  /// The checksum of all attributes, the same as the baseline's.
  var checksum: UInt64 {
    var name = name
    let joined = joined.timeIntervalSinceReferenceDate
    return name.withUTF8 { baseline_checksum_author(joined, $0.baseAddress, $0.count) }
  }
}

extension Post {
  /// The checksum of all attributes, the same as the baseline's.
  var checksum: UInt64 {
    var checksum = baseline_checksum_start()
    checksum = baseline_checksum_integer(checksum, number)
    checksum = baseline_checksum_integer(checksum, comments)
    checksum = baseline_checksum_integer(checksum, isLiked ? 1 : 0)
    fold(title, into: &checksum)
    fold(created, into: &checksum)
    fold(text, into: &checksum)
    fold(picture, into: &checksum)
    return checksum
  }
}

extension [Author] {
  /// Of all authors with all attributes of their posts, whatever the order of both.
  var checksumWithPosts: UInt64 {
    var checksum: UInt64 = 0
    for author in self {
      let own = author.checksum
      checksum &+= own
      for post in author.posts { checksum &+= baseline_checksum_word(own, post.checksum) }
    }
    return checksum
  }
}
