#!/usr/bin/env python3
"""Writes gifs.json, the feed that the example application imports.

Everything in the feed is invented here from word lists, and the same seed gives the same bytes on every machine
and Python version: the numbers come from SplitMix64 below and not from Python's random module, whose helpers
differ from version to version.

    python3 make-feed.py            writes gifs.json beside this script
    python3 make-feed.py --check    exits 1 where gifs.json is not what this script writes
"""

import argparse
import datetime
import json
import pathlib
import sys

SEED = 20260401
RECORDS = 1_260
USERS = 180

# Each language: names, then openings, subjects, what they do, and endings. A sentence takes one of each.
LANGUAGES = {
    "English": (
        ["Maple Fox", "Quiet Otter", "Captain Biscuit", "Naïve Penguin", "O’Malley Cat"],
        ["Look:", "Again,", "Nobody expected it:", "Every morning", "Slow motion:"],
        ["a cat", "the small dog", "my neighbour’s parrot", "a very round hamster", "the office goat"],
        ["jumps over the sofa", "falls asleep in a bowl", "chases its own tail", "opens the fridge"],
        ["and walks away.", "like a professional.", "– wait for it…", "twice!", "(with sound off)"],
    ),
    "Chinese": (
        ["枫叶狐狸", "安静的水獭", "饼干船长", "月亮上的猫", "小熊猫"],
        ["看这里：", "又来了，", "谁也没想到，", "每天早上", "慢动作："],
        ["一只猫", "那只小狗", "邻居家的鹦鹉", "圆滚滚的仓鼠", "办公室的山羊"],
        ["跳过了沙发", "在碗里睡着了", "追着自己的尾巴跑", "打开了冰箱"],
        ["然后走开了。", "像个专家一样。", "等一下……", "两次！", "（请关掉声音）"],
    ),
    "Chinese, traditional": (
        ["楓葉狐狸", "安靜的水獺", "餅乾船長", "龍與貓", "𠮷野的熊"],
        ["看這裡：", "又來了，", "誰也沒想到，", "每天早上", "慢動作："],
        ["一隻貓", "那隻小狗", "鄰居家的鸚鵡", "圓滾滾的倉鼠", "辦公室的山羊"],
        ["跳過了沙發", "在碗裡睡著了", "追著自己的尾巴跑", "打開了冰箱"],
        ["然後走開了。", "像個專家一樣。", "等一下……", "兩次！", "（請關掉聲音）"],
    ),
    "Japanese": (
        ["もみじキツネ", "静かなカワウソ", "ビスケット船長", "ﾈｺ駅長", "がんばるペンギン"],
        ["見て！", "またです。", "誰も予想しなかった、", "毎朝、", "スローモーション："],
        ["猫が", "小さな犬が", "隣のオウムが", "まんまるのハムスターが", "会社のヤギが"],
        ["ソファを飛び越えて", "お椀の中で眠って", "自分のしっぽを追いかけて", "冷蔵庫を開けて"],
        ["去っていきました。", "プロみたいです。", "ちょっと待って…", "二回も！", "（音なしで）"],
    ),
    "Korean": (
        ["단풍여우", "조용한수달", "비스킷선장", "달토끼", "느린펭귄"],
        ["보세요:", "또,", "아무도 몰랐어요,", "매일 아침", "느리게:"],
        ["고양이가", "작은 강아지가", "옆집 앵무새가", "동그란 햄스터가", "사무실 염소가"],
        ["소파를 뛰어넘고", "그릇에서 잠들고", "자기 꼬리를 쫓고", "냉장고를 열고"],
        ["가 버렸어요.", "전문가 같아요.", "잠깐만…", "두 번!", "(소리 없이)"],
    ),
    "Arabic": (
        ["ثعلب القيقب", "القضاعة الهادئة", "قبطان بسكويت", "قطة القمر", "بطريق بطيء"],
        ["انظر:", "مرة أخرى،", "لم يتوقع أحد:", "كل صباح", "بالحركة البطيئة:"],
        ["قطة", "الكلب الصغير", "ببغاء الجار", "هامستر مستدير جدًا", "عنزة المكتب"],
        ["تقفز فوق الأريكة", "تنام في الوعاء", "تطارد ذيلها", "تفتح الثلاجة"],
        ["ثم تذهب.", "مثل محترفة.", "انتظر…", "مرتين!", "(بدون صوت)"],
    ),
    "Persian": (
        ["روباه افرا", "سمور آرام", "ناخدا بیسکویت", "گربهٔ ماه", "پنگوئن کند"],
        ["ببین:", "دوباره،", "هیچ‌کس انتظار نداشت:", "هر صبح", "حرکت آهسته:"],
        ["یک گربه", "سگ کوچک", "طوطی همسایه", "همستر خیلی گرد", "بز اداره"],
        ["از روی مبل می‌پرد", "در کاسه می‌خوابد", "دنبال دمش می‌دود", "یخچال را باز می‌کند"],
        ["و می‌رود.", "مثل یک حرفه‌ای.", "صبر کن…", "دو بار!", "(بی‌صدا)"],
    ),
    "Hebrew": (
        ["שועל אדר", "לוטרה שקטה", "קפטן ביסקוויט", "חתול הירח", "פִּינְגְּוִין אטי"],
        ["תראו:", "שוב,", "אף אחד לא ציפה:", "כל בוקר", "בהילוך איטי:"],
        ["חתול", "הכלב הקטן", "התוכי של השכן", "אוגר עגול מאוד", "העז של המשרד"],
        ["קופץ מעל הספה", "נרדם בקערה", "רודף אחרי הזנב", "פותח את המקרר"],
        ["והולך.", "כמו מקצוען.", "חכו…", "פעמיים!", "(בלי קול)"],
    ),
    "Russian": (
        ["Кленовый Лис", "Тихая Выдра", "Капитан Печенье", "Ёжик", "Пингвин Йод"],
        ["Смотрите:", "Опять", "Никто не ждал:", "Каждое утро", "Медленно:"],
        ["кот", "маленький пёс", "соседский попугай", "очень круглый хомяк", "офисный козёл"],
        ["прыгает через диван", "засыпает в миске", "ловит свой хвост", "открывает холодильник"],
        ["и уходит.", "как профессионал.", "— подождите…", "дважды!", "(без звука)"],
    ),
    "Ukrainian": (
        ["Кленовий Лис", "Тиха Видра", "Капітан Печиво", "Їжачок", "Ґава"],
        ["Дивіться:", "Знову", "Ніхто не чекав:", "Щоранку", "Повільно:"],
        ["кіт", "маленький пес", "сусідський папуга", "дуже круглий хом’як", "офісний цап"],
        ["стрибає через диван", "засинає в мисці", "ловить свій хвіст", "відчиняє холодильник"],
        ["і йде.", "як професіонал.", "— зачекайте…", "двічі!", "(без звуку)"],
    ),
    "German": (
        ["Ahornfuchs", "Stiller Otter", "Käpt’n Keks", "Mondkätzchen", "GROẞER BÄR"],
        ["Schaut:", "Schon wieder:", "Damit rechnete niemand:", "Jeden Morgen:", "In Zeitlupe:"],
        ["eine Katze", "der kleine Hund", "der Papagei von nebenan", "ein sehr runder Hamster", "die Bürogans"],
        ["springt übers Sofa", "schläft in der Schüssel ein", "jagt den eigenen Schweif", "öffnet den Kühlschrank"],
        ["und geht weg.", "wie ein Profi.", "– gleich…", "zweimal, große Klasse!", "(ohne Ton, bloß so)"],
    ),
    "French": (
        ["Renard d’Érable", "Loutre Discrète", "Capitaine Gâteau", "Chat de Lune", "Pingouin Pressé"],
        ["Regardez :", "Encore :", "Personne ne s’y attendait :", "Chaque matin,", "Au ralenti :"],
        ["un chat", "le petit chien", "le perroquet du voisin", "un hamster très rond", "la chèvre du bureau"],
        ["saute par-dessus le canapé", "s’endort dans un bol", "court après sa queue", "ouvre le réfrigérateur"],
        ["et s’en va.", "comme un pro.", "– attendez…", "deux fois !", "(ça marche sans le son)"],
    ),
    "Spanish": (
        ["Zorro de Arce", "Nutria Callada", "Capitán Galleta", "Gato Lunar", "Pingüino Lento"],
        ["¡Mira!", "Otra vez:", "Nadie lo esperaba:", "Cada mañana", "A cámara lenta:"],
        ["un gato", "el perro pequeño", "el loro del vecino", "un hámster muy redondo", "la cabra de la oficina"],
        ["salta sobre el sofá", "se duerme en un tazón", "persigue su cola", "abre la nevera"],
        ["y se va.", "como un profesional.", "– espera…", "¡dos veces!", "(sin sonido, señores)"],
    ),
    "Turkish": (
        ["Akçaağaç Tilkisi", "Sessiz Su Samuru", "Kaptan Bisküvi", "Ay Kedisi", "IŞIK İĞDE"],
        ["Bakın:", "Yine:", "Kimse beklemiyordu:", "Her sabah", "Ağır çekim:"],
        ["bir kedi", "küçük köpek", "komşunun papağanı", "çok yuvarlak bir hamster", "ofisin keçisi"],
        ["kanepenin üzerinden atlıyor", "kâsede uyuyor", "kuyruğunu kovalıyor", "buzdolabını açıyor"],
        ["ve gidiyor.", "bir usta gibi.", "– bekleyin…", "iki kez!", "(sessiz İZLEYİN, ılık ılık)"],
    ),
    "Hindi": (
        ["मेपल लोमड़ी", "शांत ऊदबिलाव", "कप्तान बिस्कुट", "चाँद की बिल्ली", "धीमा पेंगुइन"],
        ["देखो:", "फिर से,", "किसी ने सोचा नहीं था:", "हर सुबह", "धीरे-धीरे:"],
        ["एक बिल्ली", "छोटा कुत्ता", "पड़ोसी का तोता", "बहुत गोल हैम्स्टर", "दफ़्तर की बकरी"],
        ["सोफ़े पर कूदती है", "कटोरे में सो जाती है", "अपनी पूँछ का पीछा करती है", "फ़्रिज खोलती है"],
        ["और चली जाती है।", "उस्ताद की तरह।", "रुकिए…", "दो बार!", "(बिना आवाज़)"],
    ),
    "Greek": (
        ["Αλεπού Σφένδαμος", "Ήσυχη Βίδρα", "Καπετάν Μπισκότο", "Γάτα Σελήνης", "ΟΔΥΣΣΕΥΣ"],
        ["Κοιτάξτε:", "Πάλι,", "Κανείς δεν το περίμενε:", "Κάθε πρωί", "Αργή κίνηση:"],
        ["μια γάτα", "ο μικρός σκύλος", "ο παπαγάλος του γείτονα", "ένας στρογγυλός χάμστερ", "η κατσίκα του γραφείου"],
        ["πηδάει πάνω από τον καναπέ", "κοιμάται στο μπολ", "κυνηγάει την ουρά του", "ανοίγει το ψυγείο"],
        ["και φεύγει.", "σαν επαγγελματίας.", "– περιμένετε…", "δύο φορές!", "(χωρίς ήχο)"],
    ),
    "Thai": (
        ["จิ้งจอกเมเปิล", "นากเงียบ", "กัปตันบิสกิต", "แมวดวงจันทร์", "เพนกวินช้า"],
        ["ดูสิ:", "อีกแล้ว", "ไม่มีใครคาดคิด:", "ทุกเช้า", "ช้าๆ:"],
        ["แมว", "หมาตัวเล็ก", "นกแก้วของเพื่อนบ้าน", "แฮมสเตอร์ตัวกลม", "แพะในสำนักงาน"],
        ["กระโดดข้ามโซฟา", "หลับในชาม", "ไล่หางตัวเอง", "เปิดตู้เย็น"],
        ["แล้วก็ไป", "เหมือนมืออาชีพ", "รอก่อน…", "สองครั้ง!", "(ไม่มีเสียง)"],
    ),
    "Vietnamese": (
        ["Cáo Lá Phong", "Rái Cá Yên Lặng", "Thuyền Trưởng Bánh Quy", "Mèo Trăng", "Chim Cánh Cụt"],
        ["Nhìn này:", "Lại nữa,", "Không ai ngờ:", "Mỗi buổi sáng", "Quay chậm:"],
        ["một con mèo", "chú chó nhỏ", "con vẹt nhà bên", "chú chuột tròn xoe", "con dê văn phòng"],
        ["nhảy qua ghế", "ngủ trong bát", "đuổi theo đuôi mình", "mở tủ lạnh"],
        ["rồi đi mất.", "như chuyên gia.", "– chờ đã…", "hai lần!", "(không tiếng)"],
    ),
}

# Several scalars make one character in most of these: skin tones, joiners, flags, keycaps, a tag sequence.
EMOJI = [
    "😀", "🐈", "❤️", "👍🏽", "👩‍👩‍👧‍👦", "🏳️‍🌈", "🇯🇵", "🇺🇦", "1️⃣", "🧑🏿‍🚀", "🐻‍❄️", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🤦🏻‍♀️", "🫠", "🐕‍🦺", "👁️‍🗨️",
]  # fmt: skip

# The same letters spelled with combining marks: equal to a reader, different to a byte comparison.
COMBINING = ["cafe\u0301", "nai\u0308ve", "A\u030angstro\u0308m", "e\u0323\u0302", "q\u0307\u0323", "\u0301", "zalgo\u0337\u0336\u0351"]

# Characters that trip careless code: quotes, wildcards, a tab, a line break, joiners, direction marks.
TRICKY = ["'quoted' \"text\"", "100% _sure_", "a\\b", "tab\there", "line\nbreak", "zero\u200bwidth", "\u202bRTL\u202c", "'; --"]


class SplitMix64:
    """Steele, Lea and Flood's generator: one 64-bit word of state, the same numbers everywhere."""

    MASK = (1 << 64) - 1

    def __init__(self, seed):
        self.state = seed & self.MASK

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & self.MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & self.MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & self.MASK
        return z ^ (z >> 31)

    def below(self, bound):
        return self.next() % bound

    def choice(self, items):
        return items[self.below(len(items))]

    def one_in(self, n):
        return self.below(n) == 0


def make_users(random):
    """People keep their name and picture from record to record; a few have neither."""
    languages = list(LANGUAGES)
    users = []
    for index in range(USERS):
        language = languages[index % len(languages)]
        name = random.choice(LANGUAGES[language][0])
        if random.one_in(4):
            name += " " + random.choice(EMOJI)
        elif random.one_in(6):
            name += str(random.below(100))
        users.append(
            {
                "userid": 1_000 + index * 7,
                "language": language,
                "nickname": name,
                "headpicture": f"https://example.com/heads/{random.next() & 0xFFFFFFFF:08x}.jpg",
            }
        )
    return users


def make_text(random, language):
    _, openings, subjects, actions, endings = LANGUAGES[language]
    space = "" if language.startswith("Chinese") or language in ("Japanese", "Thai") else " "
    sentences = []
    for _ in range(1 + random.below(3)):
        sentences.append(space.join(random.choice(words) for words in (openings, subjects, actions, endings)))
    text = " ".join(sentences)
    if random.one_in(3):
        text += " " + "".join(random.choice(EMOJI) for _ in range(1 + random.below(4)))
    if random.one_in(12):
        text += " " + random.choice(COMBINING)
    if random.one_in(15):
        text += " " + random.choice(TRICKY)
    return text


def make_optional(record, key, value, random, rarity):
    """Feeds leave a value out, or say null: both mean that there is none."""
    if random.one_in(rarity):
        if random.one_in(2):
            record[key] = None
    else:
        record[key] = value


def make_records():
    random = SplitMix64(SEED)
    users = make_users(random)
    newsids = [700_000 + index * 3 for index in range(RECORDS)]
    for index in range(RECORDS - 1, 0, -1):
        other = random.below(index + 1)
        newsids[index], newsids[other] = newsids[other], newsids[index]
    start = datetime.datetime(2024, 1, 1)
    records = []
    for newsid in newsids:
        user = random.choice(users)
        # A quarter of the posts is in another language than the author's own.
        language = random.choice(list(LANGUAGES)) if random.one_in(4) else user["language"]
        posted = start + datetime.timedelta(seconds=(newsid - 700_000) * 8_000 + random.below(8_000))
        record = {"newsid": newsid, "userid": user["userid"]}
        if not random.one_in(20):
            record["commentsno"] = random.below(20) if random.below(10) < 8 else random.below(5_000)
        if not random.one_in(20):
            record["isZan"] = random.one_in(3)
        make_optional(record, "headpicture", user["headpicture"], random, 10)
        make_optional(record, "nickname", user["nickname"], random, 12)
        make_optional(record, "createtime", posted.strftime("%Y-%m-%d %H:%M:%S"), random, 25)
        make_optional(record, "text", "" if random.one_in(50) else make_text(random, language), random, 20)
        make_optional(
            record, "gifurl", f"https://img.example.org/gif/{random.next():016x}.gif", random, 30)
        records.append(record)
    return records


def render(records):
    """One record a line, so that a change shows as the lines it touches."""
    lines = (json.dumps(record, ensure_ascii=False, separators=(", ", ": ")) for record in records)
    return ("[\n" + ",\n".join(lines) + "\n]\n").encode("utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where gifs.json differs")
    arguments = parser.parse_args()
    path = pathlib.Path(__file__).with_name("gifs.json")
    data = render(make_records())
    if arguments.check:
        if not path.is_file() or path.read_bytes() != data:
            sys.exit(f"{path.name} is not what {pathlib.Path(__file__).name} writes")
    else:
        path.write_bytes(data)


if __name__ == "__main__":
    main()
