"""The Chinese words of the reports for the codes of the JSON."""

from postcheck.game import words
from postcheck.ruleset.names import CATEGORIES

STATUS = {"pass": "合格", "fail": "不合格", "referee": "哨子裁定"}
KIND = {"report": "报道", "kill": "杀帖"}
COUNTS = {
    "words": "字数",
    "cjk": "中文字符和朝鲜语单词",
    "non_cjk_words": "非中文单词",
    "chars": "字符数(不计空格)",
    "chars_with_spaces": "字符数(计空格)",
    "paragraphs": "段落数",
}
PARTS = {
    "repeated": "重复",
    "listed": "罗列",
    "quoted": "引用",
    "prior": "旧文",
    "repeated_listed": "重复和罗列",
    "all": "以上各项",
}
GROUPS = {
    "repeated": "重复",
    "listed": "罗列",
    "quoted": "引用",
    "prior": "旧文",
    "declared": "自注引文",
    "discounted": "不计",
    "conduct": "用语",
    "shared": "相同",
}
HITS = {
    "loop": "循环重复",
    "monotone": "单调堆砌",
    "near": "近似重复",
    "name": "名单",
    "word": "哨子排除的词",
    "verbatim": "逐字相同",
    "altered": "改动相近",
    "declared": "自注引文",
}
# What a repeat may be: name, and why it is taken for that.
PATTERNS = {
    "refrain": ("叠句", "诗行里同一行隔行重现"),
    "stanza": ("叠章", "诗行里换一两个字的同式句"),
    "doubling": ("反复", "紧接着或隔一句重说一遍"),
    "anadiplosis": ("顶真", "上句的末尾接作下句的开头"),
    "palindrome": ("回环", "同样的字前后颠倒"),
    "parallel": ("排比", "相邻的句子同一个句式"),
    "paragraphs": ("章句", "几段用同一句开头或结尾"),
    "echo": ("引述", "另一句里再提前面的话"),
    "title": ("题目", "独立成行的题目"),
}
WHY = {
    "common_phrase": "常用语，多位作者都这样写",
    "too_short": "太短，不到计入的下限",
    "idiom": "成语或习用语",
    "later": "对方的发表时间晚于本帖",
    "boilerplate": "格式套语",
    "waived": "由人指定除外，是假设",
}
SHARES = {
    "all": "全部相同文字",
    "without_declared": "去除自注引文",
    "without_own": "再去除本人旧文",
    "largest_source": "单篇最大",
}
FINDINGS = {
    "too_short": "字数不足",
    "padding": "凑字",
    "repetition": "重复过多",
    "not_first": "非首发",
    "partly_not_first": "部分非首发",
    "over_quoted": "引用过度",
    "high_similarity": "相似度较高",
    "not_original": "非原创",
    "wrong_language": "文字不合",
    "wrong_genre": "体裁不合",
    "banned_content": "违禁内容",
    "edited": "编辑过",
    "handwritten": "手写或图片",
    "late": "迟交",
    "missing": "缺帖",
    "withdrawn": "撤帖",
    "no_code": "代号不符",
}
NAMES = {**FINDINGS, **words.FINDINGS}  # what may be complained of: posts, and conduct
REMEDIES = {
    "re_report": "重新报道",
    "correction": "更正",
    "rewrite": "重写",
    "out": "作者出局",
    "revive_target": "被杀者复活",
    "suicide": "按自杀处理",
    "substitute": "由替补顶替",
    "void": "作废",
    "referee": "由哨子决定",
}
NUMBERS = {
    "part": "其中",
    "total": "全文",
    "rest": "扣除后剩",
    **CATEGORIES,
}
# The readings of a question; `late` is a finding as well.
READINGS = {
    "pass": "合格", "author_stays": "作者留下", "author_out": "作者出局", "in_time": "按时",
    "first_out": "代号最前的出局", "lapses": "作罢", "stands": "此帖算",
    "void": "此帖不算", "out_with_target": "与对象一同出局", "stays": "留下", "suicide": "算自杀",
    "black": "黑道", "white": "白道", "complete": "已补齐", "owes": "仍欠", "warn": "警告",
    "rewrite": "重写", "re_report": "重新报道", "out": "出局", "killers": "数出局的杀手",
    "black_without_change": "数变身以外的全部黑道",
}  # fmt: skip
# What a ruling may name: a finding, a reading, or the count gone by.
RULED = {**NAMES, **READINGS, **{name: f"按{count}" for name, count in COUNTS.items()}}
DISGUISE = "改头换面的线索，供评议，不是判定"
UNKNOWN = {
    "hidden": "版面没有显示正文：没有看到，不等于 0 字，不能据此判定。",
    "partial": "版面只显示了一部分正文：字数和相同文字都不能据此判定。",
    "mixed": "页面分不清引用的楼层和作者自己的文字：不能据此判定。",
}


def term(table: dict[str, str], code: str) -> str:
    """The Chinese word; a code without one (a new rule's own name) stands for itself."""
    return table.get(code, code)


def reading_word(name: str) -> str:
    """The Chinese of a reading that a referee may choose."""
    return term(RULED, name)
