"""Numbers of automatic lists, spelled as `w:numFmt` asks (ISO/IEC 29500-1, 17.18.59).

Formats that do not occur in Chinese documents are spelled in decimal.
"""

from collections.abc import Callable

_DIGITS = "〇一二三四五六七八九"
_STEMS = "甲乙丙丁戊己庚辛壬癸"
_BRANCHES = "子丑寅卯辰巳午未申酉戌亥"
_ROMAN = (
    *((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC")),
    *((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")),
)
_AIUEO = (
    "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン"
)
_AIUEO_HALF = "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ"
_LARGEST = 32_767  # Word's own limit; beyond it everything is decimal


def spell(number: int, form: str) -> str:
    """`number` in the format `form`, e.g. 12 in `chineseCountingThousand` is 十二."""
    if form in ("none", "bullet"):
        return ""
    if form not in _FORMS or not 1 <= number <= _LARGEST:
        return str(number)
    return _FORMS[form](number)


def spell_custom(number: int, pattern: str) -> str:
    """Zero-padded as in the first item of a custom format (`001, 002, 003, …`)."""
    width = len(pattern.split(",", 1)[0].strip()[:10])
    return str(number).zfill(width)


def _roman(number: int) -> str:
    parts = []
    for value, letters in _ROMAN:
        times, number = divmod(number, value)
        parts.append(letters * times)
    return "".join(parts)


def _letter(number: int) -> str:
    """A … Z, AA, BB … ZZ, AAA …; after 30 rounds it begins again."""
    times, index = divmod((number - 1) % 780, 26)
    return chr(ord("A") + index) * (times + 1)


def _ordinal(number: int) -> str:
    endings = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if number // 10 % 10 == 1 else endings.get(number % 10, 'th')}"


def _counting(digits: str, units: str, ten_thousand: str, zero: str = "") -> Callable[[int], str]:
    """Chinese with units: 一百零一. `zero` fills a gap of units."""

    def below_ten_thousand(number: int) -> str:
        parts: list[str] = []
        gap = False
        for place in (3, 2, 1, 0):
            digit = number // 10**place % 10
            if not digit:
                gap = bool(parts)
                continue
            parts.append(
                (zero if gap else "") + digits[digit] + (units[place - 1] if place else "")
            )
            gap = False
        return "".join(parts)

    def whole(number: int) -> str:
        high, low = divmod(number, 10_000)
        if not high:
            return below_ten_thousand(low)
        gap = zero if 0 < low < 1000 else ""
        return below_ten_thousand(high) + ten_thousand + gap + below_ten_thousand(low)

    return whole


def _plain_ten(spelled: Callable[[int], str]) -> Callable[[int], str]:
    """10 to 19 without the leading 一."""
    return lambda number: spelled(number)[1:] if 10 <= number < 20 else spelled(number)


def _up_to_hundred(number: int) -> str:
    """十, 十一 … 九十九, then digit by digit: 一〇〇."""
    return _THOUSAND(number) if number < 100 else _by_digit(_DIGITS)(number)


def _japanese(number: int) -> str:
    """No 一 before 十, 百 and 千."""
    spelled = _counting(_DIGITS, "十百千", "万")(number)
    for unit in "十百千":
        spelled = spelled.replace("一" + unit, unit)
    return spelled


def _by_digit(digits: str) -> Callable[[int], str]:
    table = str.maketrans("0123456789", digits)
    return lambda number: str(number).translate(table)


def _series(items: str) -> Callable[[int], str]:
    """The items in turn; decimal beyond the last."""
    return lambda number: items[number - 1] if number <= len(items) else str(number)


def _cycle(items: str) -> Callable[[int], str]:
    return lambda number: items[(number - 1) % len(items)]


def _range(first: str, length: int) -> Callable[[int], str]:
    return _series("".join(chr(ord(first) + index) for index in range(length)))


_THOUSAND = _plain_ten(_counting(_DIGITS, "十百千", "万", "零"))
_FULL_WIDTH = _by_digit("０１２３４５６７８９")

_FORMS: dict[str, Callable[[int], str]] = {
    "decimalZero": lambda number: f"{number:02}",
    "upperRoman": _roman,
    "lowerRoman": lambda number: _roman(number).lower(),
    "upperLetter": _letter,
    "lowerLetter": lambda number: _letter(number).lower(),
    "ordinal": _ordinal,
    "hex": lambda number: f"{number:X}",
    "numberInDash": lambda number: f"- {number} -",
    "decimalFullWidth": _FULL_WIDTH,
    "decimalFullWidth2": _FULL_WIDTH,
    "decimalEnclosedCircle": _range("①", 20),
    "decimalEnclosedCircleChinese": _range("①", 20),
    "decimalEnclosedParen": _range("⑴", 20),
    "decimalEnclosedFullstop": _range("⒈", 20),
    "ideographEnclosedCircle": _range("㊀", 10),
    "ideographParenthesized": _range("㈠", 10),
    "chineseCounting": _up_to_hundred,
    "taiwaneseCounting": _up_to_hundred,
    "chineseCountingThousand": _THOUSAND,
    "taiwaneseCountingThousand": _THOUSAND,
    "chineseLegalSimplified": _counting("零壹贰叁肆伍陆柒捌玖", "拾佰仟", "万", "零"),
    "ideographLegalTraditional": _counting("零壹貳參肆伍陸柒捌玖", "拾佰仟", "萬", "零"),
    "japaneseCounting": _japanese,
    "japaneseLegal": _counting("零壱弐参四伍六七八九", "拾百阡", "萬"),
    "ideographDigital": _by_digit(_DIGITS),
    "japaneseDigitalTenThousand": _by_digit(_DIGITS),
    "taiwaneseDigital": _by_digit("○一二三四五六七八九"),
    "koreanDigital": _by_digit("영일이삼사오육칠팔구"),
    "ideographTraditional": _series(_STEMS),
    "ideographZodiac": _series(_BRANCHES),
    "ideographZodiacTraditional": lambda number: (
        _STEMS[(number - 1) % 10] + _BRANCHES[(number - 1) % 12]
    ),
    "aiueo": _cycle(_AIUEO_HALF),
    "aiueoFullWidth": _cycle(_AIUEO),
    "ganada": _cycle("가나다라마바사아자차카타파하"),
    "chosung": _cycle("ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ"),
}
