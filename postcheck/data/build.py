"""Makes `fold.tsv`, `content.tsv` (for `postcheck.text`) and `scripts.tsv` (run by hand).

    python -m postcheck.data.build     # needs the `opencc` package

Sources: Unicode character data (Python's `unicodedata`; Equivalent_Unified_Ideograph for
the radicals supplement, in `radicals.tsv`), OpenCC's character dictionaries (Apache-2.0)
asked one character at a time, `variants.tsv`, variant characters that OpenCC keeps apart or
tells apart by the word, and `homoglyphs.tsv`, look-alikes; both collected by hand.
"""

import unicodedata
from pathlib import Path

from opencc import OpenCC

HERE = Path(__file__).parent
INVISIBLE_LETTERS = {0x3164, 0x115F, 0x1160, 0xFFA0}  # fillers that Unicode calls letters
DROPPED = "後菸醣"  # in GB 2312, not in the standard list of 2013
RADICALS = range(0x2E80, 0x2FE0)


def read_pairs(name: str) -> dict[str, str]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t") for line in lines if line and not line.startswith("#"))


def is_standard(char: str) -> bool:
    """Whether a character belongs to the simplified standard set; then it stands for itself."""
    return bool(char.encode("gb2312", "ignore"))


def is_in_both(char: str) -> bool:
    """Whether a character belongs to the standard sets of simplified and traditional script."""
    return is_standard(char) and char not in DROPPED and bool(char.encode("big5", "ignore"))


def main() -> None:
    tables = [read_pairs(name) for name in ("radicals.tsv", "variants.tsv", "homoglyphs.tsv")]
    converters = [OpenCC(name) for name in ("hk2s", "tw2s", "t2s")]
    japanese = OpenCC("jp2t")
    standard = [chr(code) for code in range(0x4E00, 0xA000) if is_standard(chr(code))]
    old_forms = {japanese.convert(char): char for char in standard}

    def one(char: str, changed: str) -> str:
        return changed if len(changed) == 1 else char

    def fold(char: str) -> str:
        for _ in range(6):
            before = char
            char = one(char, unicodedata.normalize("NFKC", char))
            char = one(char, char.lower())
            for table in tables:
                char = table.get(char, char)
            for converter in converters:
                char = one(char, converter.convert(char))
            if char == before:
                old = one(char, japanese.convert(char))
                simple = old_forms.get(char) or one(old, converters[-1].convert(old))
                if is_standard(char) or not is_standard(simple):
                    break
                char = simple  # an old form (郞) or a Japanese one (収)
        return char

    def is_content(code: int) -> bool:
        if code in INVISIBLE_LETTERS:
            return False
        if code in RADICALS:
            return True
        normal = unicodedata.normalize("NFKC", chr(code))
        return bool(normal) and unicodedata.category(normal[0])[0] in "LN"

    pairs: list[str] = []
    ranges: list[list[int]] = []
    for code in range(0x110000):
        if 0xD800 <= code < 0xE000 or not is_content(code):
            continue
        if ranges and ranges[-1][1] == code:
            ranges[-1][1] = code + 1
        else:
            ranges.append([code, code + 1])
        if (target := fold(chr(code))) != chr(code):
            pairs.append(f"{chr(code)}\t{target}\n")
    head = "# Made by build.py from Unicode and OpenCC (Apache-2.0) data; do not edit.\n"
    (HERE / "fold.tsv").write_text(head + "".join(pairs), encoding="utf-8")
    (HERE / "content.tsv").write_text(
        head + "".join(f"{start:X}\t{end:X}\n" for start, end in ranges), encoding="utf-8"
    )
    (HERE / "scripts.tsv").write_text(head + scripts(), encoding="utf-8")


def scripts() -> str:
    """The characters that only Traditional, and those that only Simplified text has.

    What stands in the standard sets of both (后 里 干 乾 於) says nothing of the script.
    """
    to_simple, to_traditional = OpenCC("t2s"), OpenCC("s2t")
    codes = (*range(0x3400, 0x4DC0), *range(0x4E00, 0xA000))
    chars = [chr(code) for code in codes if not is_in_both(chr(code))]
    simple = {char: to_simple.convert(char) for char in chars}
    traditional = {char: to_traditional.convert(char) for char in chars}
    only_traditional = (c for c in chars if simple[c] != c and traditional[c] == c)
    only_simple = (c for c in chars if traditional[c] != c and simple[c] == c)
    return f"Hant\t{''.join(only_traditional)}\nHans\t{''.join(only_simple)}\n"


if __name__ == "__main__":
    main()
