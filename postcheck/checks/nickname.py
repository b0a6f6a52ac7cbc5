"""Whether short pieces of text read like nicknames rather than clauses or things.

A clause needs words of grammar and of acting; a nickname is made of animals, food, weather,
colours, moods and Latin words. Either sign alone is weak, since 不 and 我 stand in both; over
six pieces or more they add up. The signs are counted by character, so a long piece must show
more of them than a short one.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence

from postcheck.checks.dictionary import cut, is_ordinary

# Characters of clauses that are rare in names. 不 我 你 是 有 无 知 问 为 来 去 are in both.
CLAUSE = frozenset(
    "像他她它们这那着吗呢吧便又而其乃则以于者与矣皆亦且或所即既遂至忽已复却将自曰言此岂凡竟极甚欲"
    "令使能敢必须犹尚因故但虽惟盖闻往向做作就也都还把被让给对很了入到起从可过得之下及各诸遣命谓於"
    "并要会些今乎焉耶哉耳吾汝余予臣更再请叫取发进打带引率曾俱悉顿辄弗毋勿孰卒遇拜召答"
)
IMAGERY = frozenset(
    "小老阿大哥爷叔婆妹侠客仙师少女男孩丫宝贝猫狗狼鱼鸟虾虎狐熊兔猪牛羊鸭鹅鸡蛙龟龙凤蝶蜂蚁喵汪糖"
    "果瓜茶酒饭粥饼肉豆蛋奶菜汤米面包饺葱蒜姜椒盐醋糯芋薯橙柠檬梨枣莓咖啡甜酸苦辣咸花草叶竹梅兰荷"
    "莲桃柳松月风雨云雪霜星雾烟海江湖溪舟帆浪流浮沉飘零晴暖凉夜晚晨暮秋春夏冬蓝青红紫绿白黑淡浅深"
    "旧残碎剑刀琴棋笔墨纸城巷楼旅渡梦醉醒影魔妖精灵鬼佛僧笑哭睡泡潜吃懒胖瘦呆萌傻迷爱情心乐快独孤"
    "寂寞冷落倦闲散痴狂逍遥忘忆念思初柔琉璃珊瑚生活幸福半颗朵片杯碗串枚香缘桥灯扇芭蕉杏桂菊樱棠茉"
    "莉蔷薇玫瑰藤苔露雷虹霞晓泉潮泊烛笛箫弦曲歌舞袖衫伞帘窗檐亭渔樵仔崽咪嘟糕椰芒葡萄菇粽酱肥笨乖"
    "胡萝卜栗芝麻咚啾鹤鹰雁燕鹭鸦鹊鸽犬驴驼象猴猿狮豹蚂蜜酥卷丝排烤炸脆山水天河石沙漠原野峰岭谷铁金银"
    "铜玉珠宝王主郎士兵医师傅柜星座书画诗壶锅瓶盒床椅"
)
# kk1987 and K歌之王, not 5ml and 维生素c
LATIN = re.compile(r"(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9_]+|(?<!\w)[A-Za-z]")
HAN = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]")
HONOUR = re.compile("(?<=..)(?:兄|哥|姐|弟|妹|大侠|女侠|少侠|前辈|老师|同学|先生|小姐)$")
ADDRESS = re.compile(r"(?i)www|https?")
DIGIT = re.compile(r"\d")
CHARACTER = re.compile(r"[A-Za-z0-9_]+|\w")
# Ten-thousandths of a point of each sign, from a logistic regression over nicknames and runs of
# clauses; the signs are per mille, in this order: characters of imagery, of clauses, Latin words,
# pieces that are one word of the dictionary, words by character, pieces of the commonest size, of
# four characters, different sizes, characters by piece, pieces of two or fewer, of six or more.
WEIGHTS = (211, -161, 292, 57, -105, -82, 76, 26, -14, -32, -101)
BASE = 95_520


def varied(names: Sequence[str]) -> bool:
    """Not the same few pieces, single characters, numbers, addresses, ordinary words."""
    number = len(names)

    def count(has: Callable[[str], object]) -> int:
        return sum(bool(has(name)) for name in names)

    return (
        2 * len(set(names)) >= number
        and 2 * count(lambda name: len(name) > 1) >= number
        and 2 * count(HAN.search) >= number
        and 3 * count(DIGIT.search) <= number
        and 2 * count(is_ordinary) < number
        and not count(ADDRESS.search)
    )


def clauses(names: Sequence[str]) -> int:
    """How many of the pieces hold a character of clauses."""
    return sum(not CLAUSE.isdisjoint(name) for name in names)


def convincing(names: Sequence[str], needed: int) -> bool:
    """Names even where clauses are to be expected, as between commas.

    `needed`: ten-thousandths of a point on the logistic scale; 0 is as likely names as clauses.
    """
    return score(names) >= needed and not alike(names)


def alike(names: Sequence[str]) -> bool:
    """Half of them begin, or end, with the same character: things of a kind, parallel clauses."""
    bare = _bare(names)
    most = max(max(Counter(name[end] for name in bare).values()) for end in (0, -1))
    return 2 * most >= len(names)


def score(names: Sequence[str]) -> int:
    """How much the pieces are like nicknames, above 0, or like clauses, below it."""
    signs = zip(WEIGHTS, evidence(_bare(names)), strict=True)
    return BASE + sum(weight * sign for weight, sign in signs)


def _bare(names: Sequence[str]) -> list[str]:
    return [HONOUR.sub("", name) for name in names]


def evidence(names: Sequence[str]) -> tuple[int, ...]:
    """The signs per mille, in the order of `WEIGHTS`."""
    number = len(names)
    text = " ".join(names)
    han = HAN.findall(text)
    latin = len(LATIN.findall(text))
    pieces = max(1, len(han) + latin)
    sizes = [len(CHARACTER.findall(name)) for name in names]
    often = Counter(sizes)
    words = [cut(name) for name in names]
    return (
        1000 * sum(char in IMAGERY for char in han) // pieces,
        1000 * sum(char in CLAUSE for char in han) // pieces,
        1000 * latin // number,
        1000 * sum(len(some) == 1 and len(some[0]) > 1 for some in words) // number,
        1000 * sum(map(len, words)) // pieces,
        1000 * max(often.values()) // number,
        1000 * often[4] // number,
        1000 * len(often) // number,
        1000 * sum(sizes) // number,
        1000 * sum(size <= 2 for size in sizes) // number,
        1000 * sum(size >= 6 for size in sizes) // number,
    )
