"""Whether short pieces of text read like nicknames rather than clauses or things.

A clause needs words of grammar and of acting; a nickname is made of animals, food, weather,
colours, moods and Latin words. Either sign alone is weak, since 不 and 我 stand in both; over
six pieces or more they add up. The signs are counted by character, so a long piece must show
more of them than a short one.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache

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
    "胡萝卜栗芝麻咚啾"
)
LATIN = re.compile(r"(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9_]*")  # kk1987, not 5ml
LATIN_POINTS = 3  # next to Han characters a Latin word tells most
HAN = re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]")
DIGIT = re.compile(r"\d")
BY_CHARACTER = 1  # tenths of a point that each character must bring


def varied(names: Sequence[str]) -> bool:
    """Not the same few pieces, single characters, numbers, Latin text or ordinary words."""
    number = len(names)

    def count(has: Callable[[str], object]) -> int:
        return sum(bool(has(name)) for name in names)

    return (
        2 * len(set(names)) >= number
        and 2 * count(lambda name: len(name) > 1) >= number
        and 2 * count(HAN.search) >= number
        and 3 * count(DIGIT.search) <= number
        and 2 * count(_ordinary_words().__contains__) < number
    )


def clauses(names: Sequence[str]) -> int:
    """How many of the pieces hold a character of clauses."""
    return sum(not CLAUSE.isdisjoint(name) for name in names)


def convincing(names: Sequence[str], needed: int) -> bool:
    """Names even where clauses are to be expected, as between commas.

    `needed`: tenths of a point that the whole must show beyond what its length asks for.
    """
    text = " ".join(names)
    latin = len(LATIN.findall(text))
    han = HAN.findall(text)
    points = LATIN_POINTS * latin + sum((c in IMAGERY) - (c in CLAUSE) for c in han)
    alike = max(max(Counter(name[end] for name in names).values()) for end in (0, -1))
    return 2 * alike < len(names) and 10 * points >= BY_CHARACTER * (len(han) + latin) + needed


@cache
def _ordinary_words() -> frozenset[str]:
    """Words of up to three characters in jieba's dictionary, without names of persons.

    Longer ones are idioms, which make good names. Takes a fifth of a second, so it is read
    only when a run of items is there to be judged.
    """
    import jieba

    with jieba.get_dict_file() as lines:
        entries = (line.decode("utf-8").split() for line in lines)
        return frozenset(
            word for word, _, tag in entries if len(word) <= 3 and not tag.startswith("nr")
        )
