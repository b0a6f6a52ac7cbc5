"""Bytes to text: UTF-8, UTF-16, UTF-32, GB18030 (with GBK), Big5, told apart by plausibility.

Nearly every GBK file is also some valid Big5 text and the other way round. Read wrongly it
holds rare characters; read rightly three quarters of it are among the 500 most frequent ones.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from postcheck.errors import SourceError
from postcheck.text import code_points, fold_table

# The most frequent Han characters, by the word frequencies of jieba's dictionary.
_FREQUENT = (
    "一是人了不在有大中国和为这上他个地年来我会以到时要出的生学说道民家子也成行下们于后就发自之对得主长可"
    "过天作分方用多你着部能市等业全里工公经本都而高政法面门动日进区事代那去心小同北定开产前其军还然起种所"
    "如现理机体表力好外与文当两实重新三么只山水关明从化平建又制南内西没此将员名手最东头者月间无安看见各城"
    "十相但已些正口通想度加第她合院物性战由位常点海意场武使次二向治因立数样身情入原问把路被并利石老教万知"
    "级量任江及应省资委务元美特期世湖回系比气汉总展电科金先声提品设或义王社很统处四首共马形己儿司太目基领"
    "队直计别女权话少流命至报米给打变果书清活几州华解议更称程今决张导术府才保交放管结师便走达族反再题色五"
    "京河接条规式县白它改风光运信受什组听布百济党指论强做取技黄神选记斯真却职号界件花类何眼兵传带空干农边"
    "据集联古广完质阳难增历史专官每住商即步认车台林必死游举线言皇土团收考求德叫近备研争非具李众连调感转笑"
    "革该持始英克士尔让拉思根格造较际亲单朝红型价校约器字段周亚深候则功属积快图火千准究往极育装许参半令吃"
    "观鱼精办像帝八复影告远群包整构料随划算象容示投势热值夫网望源息语股铁断派速怎需片爱律纪支早况病境证编"
)
_BOMS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
    (b"\x84\x31\x95\x33", "gb18030"),
)
_LEGACY = ("gb18030", "cp950", "big5hkscs")  # of equals the first
_LABELS = {
    "utf-8": "UTF-8",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16",
    "utf-32-le": "UTF-32",
    "utf-32-be": "UTF-32",
    "gb18030": "GBK",
    "cp950": "Big5",
    "big5hkscs": "Big5",
}
_SAMPLE = 20_000  # characters that are looked at
_LIKELY = 1.5  # prose has 2 to 2.6, classical prose and verse 1.5 to 2
_POSSIBLE = 0.5  # a wrong reading has -1 to 0.4
_SHORT = 8  # in so few characters only what no Chinese text has speaks against a reading
_REMEDY = "用记事本打开核对，再“另存为”UTF-8 编码"


@dataclass(frozen=True, slots=True)
class Decoded:
    """`text` without a byte order mark, line ends as they stand; `label` names the encoding."""

    text: str
    label: str


def decode(data: bytes, file: str | None) -> Decoded:
    """Reads `data` strictly. Raises SourceError: binary, broken or in no encoding known here."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return _strictly(data[len(mark) :], encoding, file)
    if b"\0" in data:
        return _utf16(data, file)
    text = _try(data, "utf-8")
    if text is not None and _score(text) >= 0:
        return Decoded(text, _LABELS["utf-8"])
    readings = [(_try(data, encoding), encoding) for encoding in _LEGACY]
    scored = [(_score(text), text, encoding) for text, encoding in readings if text is not None]
    score, best, encoding = max(scored, key=lambda row: row[0], default=(-1.0, "", ""))
    if text is not None and score < _LIKELY:
        return _no_binary(Decoded(text, _LABELS["utf-8"]), file)
    if scored and score >= (0 if _weighed(best) < _SHORT else _POSSIBLE):
        return Decoded(best, _LABELS[encoding])
    raise _broken(data, file)


def _strictly(data: bytes, encoding: str, file: str | None) -> Decoded:
    text = _try(data, encoding)
    if text is None:
        raise _bad_bytes(data, encoding, file)
    return _no_binary(Decoded(text, _LABELS[encoding]), file)


def _utf16(data: bytes, file: str | None) -> Decoded:
    """Text with NUL bytes but no mark: the high bytes of Latin letters, blanks and line ends."""
    first, second = data[0::2].count(0), data[1::2].count(0)
    encoding = "utf-16-be" if first > second else "utf-16-le"
    text = _try(data, encoding)
    if text is None or "\0" in text or not is_plausible(text):
        raise _binary(file)
    return Decoded(text, _LABELS[encoding])


def is_binary(text: str) -> bool:
    """Does it hold NULs, or is it full of control characters?"""
    codes = code_points(text)
    controls = np.count_nonzero((codes < 0x20) & ((codes < 9) | (codes > 13)))
    return "\0" in text or bool(controls * 20 > len(codes))


def _no_binary(decoded: Decoded, file: str | None) -> Decoded:
    if is_binary(decoded.text):
        raise _binary(file)
    return decoded


def _broken(data: bytes, file: str | None) -> SourceError:
    """The error for bytes that no encoding reads: which one they nearly fit, and where not."""
    lenient = [(data.decode(name, "replace"), name) for name in ("utf-8", *_LEGACY)]
    score, encoding = max(((_score(text), name) for text, name in lenient), key=lambda row: row[0])
    if score >= _POSSIBLE and _try(data, encoding) is None:
        return _bad_bytes(data, encoding, file)
    return SourceError("看不出文件用的是什么编码，也许不是文本", remedy=_REMEDY, file=file)


def _bad_bytes(data: bytes, encoding: str, file: str | None) -> SourceError:
    line = None
    try:
        data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].decode(encoding, "replace").count("\n") + 1
    return SourceError(
        f"像 {_LABELS[encoding]} 编码，但这里有坏字节", remedy=_REMEDY, file=file, line=line
    )


def _binary(file: str | None) -> SourceError:
    return SourceError(
        "这是二进制文件，不是文本", remedy="请给 .txt、.md、.docx 或 .jsonl 文件", file=file
    )


def _try(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def is_plausible(text: str) -> bool:
    """May it be a text that somebody wrote, in Chinese or in ASCII?"""
    return _score(text) >= _POSSIBLE


def _score(text: str) -> float:
    """How Chinese the text looks: -3 to 3, the mean over all characters that are not ASCII."""
    points = chinese_points()[code_points(text[:_SAMPLE])]
    weighed = points[points != _UNWEIGHED]
    return float(weighed.mean()) if len(weighed) else 3.0


def _weighed(text: str) -> int:
    """The number of characters that `_score` looks at."""
    return int(np.count_nonzero(chinese_points()[code_points(text[:_SAMPLE])] != _UNWEIGHED))


_UNWEIGHED = 100


@cache
def chinese_points() -> npt.NDArray[np.int8]:
    """Code point → 3 frequent, 1 common, 0 other Han and signs, -3 hardly in a Chinese text."""
    points = np.full(0x110000, -3, dtype=np.int8)
    for start, end in ((0x3400, 0x4DC0), (0x4E00, 0xA000), (0x20000, 0x32000)):
        points[start:end] = 0
    for start, end in ((0x2460, 0x2501), (0x25A0, 0x2610), (0x30FB, 0x30FC)):  # ① ─ □ ○ ★ ・
        points[start:end] = 0
    for start, end in ((0x3000, 0x3020), (0xFF01, 0xFF5F), (0x2010, 0x2028), (0xB7, 0xB8)):
        points[start:end] = 1
    points[code_points(_common())] = 1
    frequent = np.zeros(0x110000, dtype=np.bool_)
    frequent[code_points("".join(_FREQUENT))] = True
    points[frequent[fold_table()]] = 3
    points[0x20:0x7F] = points[9:14] = _UNWEIGHED
    points[0xA0] = points[0x2000:0x2010] = points[0xFEFF] = _UNWEIGHED  # blanks say nothing
    return points


def _common() -> str:
    """Level 1 of GB 2312 and of Big5."""
    trails = [*range(0x40, 0x7F), *range(0xA1, 0xFF)]
    gb = bytes(byte for lead in range(0xB0, 0xD8) for t in range(0xA1, 0xFF) for byte in (lead, t))
    big5 = bytes(byte for lead in range(0xA4, 0xC6) for t in trails for byte in (lead, t))
    return gb.decode("gb2312", "ignore") + big5.decode("big5", "ignore")
