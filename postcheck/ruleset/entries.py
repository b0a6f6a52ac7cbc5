"""The single values of the rest of the game: section → key → unit, meaning and possible values.

A game without such a rule leaves the key out. Units are those of `schema.ENTRY_UNITS`.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EntryField:
    unit: str
    doc: str
    choices: tuple[str, ...] = ()


def _pick(doc: str, *choices: str) -> EntryField:
    return EntryField("选项", doc, choices)


def _yes(doc: str) -> EntryField:
    return EntryField("是否", doc)


def _round(doc: str) -> EntryField:
    return EntryField("轮", doc)


def _clock(doc: str) -> EntryField:
    return EntryField("时刻", doc)


SECTIONS = {
    "cast": "人数",
    "time": "时间",
    "vote": "投票",
    "proxy": "托票",
    "alliance": "联合",
    "due": "出帖",
    "iou": "白条",
    "rewrite": "重写",
    "complaint": "投诉",
    "ruling": "判罚",
    "order": "一轮结束时的先后",
    "end": "终局",
    "publish": "公布",
    "conduct": "行为",
    "form": "帖子的形式",
    "flight": "起飞",
    "rescue": "医帖",
    "mine": "挖蛋",
    "change": "变身",
}

EFFECTS = (
    "mine", "flight", "fireworks", "rescue", "kill", "double_rescue", "vote", "take", "silence",
)  # fmt: skip
_LEAGUE = ("warn_to_out", "warn_to_out_and_rewards_lost", "side_loses_and_end")

ENTRIES: dict[str, dict[str, EntryField]] = {
    "cast": {
        "players": EntryField("人", "总人数"),
        "black": EntryField("人", "黑道人数"),
        "white": EntryField("人", "白道人数"),
        "neutral": EntryField("人", "中立人数"),
    },
    "time": {
        "round_start": _clock("一轮开始"),
        "round_hours": EntryField("小时", "一轮多长"),
        "cutoff": _clock("最后一票的时刻（含）；没有即由投票机定"),
        "cutoff_by": _pick("截止以什么为准", "forum", "machine"),
    },
    "vote": {
        "silence": _pick("不投票的后果", "suicide"),
        "off_machine": _pick("没有用投票机的票", "void"),
        "off_machine_suicide_from": _round("从第几轮起，只投了废票也按自杀计"),
        "silent_round_one": _pick("第一轮完全没有投票", "suicide", "referee"),
        "fewer_names": _pick("少投几个名字", "valid"),
        "same_name": _pick("同一个名字写几次", "once"),
        "killed": _pick("当轮被贴的人的票", "half_in_ties", "half_but_full_in_ties"),
        "tie": _pick("平票谁先出", "later_out", "earlier_out"),
        "all_equal": _pick("所有票都同时到", "overtime", "all_out"),
        "overtime": EntryField("分钟", "加时多久"),
        "overtime_votes": EntryField("票", "加时一张票投几人"),
        "named_to_player": _yes("可否托票给别的玩家"),
    },
    "proxy": {
        "until": _clock("最迟的时刻"),
        "until_included": _yes("正好这个时刻还收不收"),
        "closed_before_end": EntryField("分钟", "一轮结束前多久起不收"),
        "by_board": _yes("版面上的托票收不收"),
        "by_name": _yes("必须指定名字"),
        "changes_vote": _yes("能否改掉本人已投的票"),
        "final": _yes("托票以后本人再投的票无效"),
    },
    "alliance": {
        "small_killers_out": EntryField("人", "出局杀手达到多少时小联合"),
        "small_at_most": EntryField("人", "几组合计存活不超过多少时小联合"),
        "small_groups": EntryField("各身份", "可以小联合的组，先后即优先次序"),
        "big_out_early": EntryField("人", "早期出局多少时大联合"),
        "big_early_until": _round("早期到哪一轮结束"),
        "big_out_late": EntryField("人", "此后出局多少时大联合"),
        "big_below": EntryField("人", "杀和刺少于多少时大联合"),
        "big_at_most": EntryField("人", "黑道公布的存活人数不超过多少时大联合"),
        "big_after": _round("这一轮结束后大联合"),
        "not_counted": EntryField("各身份", "不计入联合人数的身份"),
        "joins_when_out": EntryField("各身份", "出局后才能参与联合的身份"),
        "white": _pick("白道何时联合", "never", "with_black"),
        "white_members": EntryField("各身份", "参与白道联合的身份"),
        "white_even_out": EntryField("各身份", "其中出局了也算的身份"),
        "killers": EntryField("各身份", "算作杀手的组或身份"),
    },
    "due": {
        "naming": EntryField("分钟", "结果贴后多久内报出人选"),
        "given_up": _pick("该出不出", "suicide", "waived_and_out", "loses_right"),
        "nobody_left": _pick("该出帖的人全部失联", "first_by_code_out", "owner_out"),
        "self_kill": _yes("可否自贴"),
        "same_target_both": _yes("同轮两帖贴同一人都有效"),
        "drop_mate": _yes("可否贴同伴再放弃出帖使其复活"),
    },
    "iou": {
        "due": _clock("次日补齐的时刻"),
        "min_count": EntryField("字", "至少多少字"),
        "stand_in_min_count": EntryField("字", "代出帖者的白条至少多少字"),
        "unfilled": _pick("不补的后果", "suicide_and_revive"),
        "last_round": _pick("最后一轮和加时轮", "no_iou_author_out"),
        "late_after": EntryField("分钟", "结果贴后多久没有正文即为白条"),
        "fourth_post": EntryField("帖", "第几帖起分两步补"),
        "fourth_first_due": _clock("第一步的时刻"),
        "fourth_first_min": EntryField("字", "第一步的字数"),
        "fireworks_unfilled": _pick(
            "烟花作者不补", "rewards_lost_and_revive", "out_and_revive_and_rewards_to_target"
        ),
        "blocks_end": _yes("还有白条时不能判胜负"),
        "fireworks_forfeit": EntryField("名单", "烟花作者不补时没收什么；all 即全部"),
        "filled_by": EntryField("名单", "谁可代为补帖"),
    },
    "rewrite": {
        "hours": EntryField("小时", "多久内重写"),
        "from": _pick("从什么时候算起", "ruling", "complaint", "referee"),
        "refused": _pick("不重写", "out_and_revive"),
    },
    "complaint": {
        "report_until": _clock("投诉报道：报道结束次日的时刻（不含）"),
        "report_until_round": _round("投诉报道：这一轮结束前"),
        "kill_until_same_round": _clock("投诉杀帖：当轮的时刻（不含）"),
        "kill_until_next_day": _clock("投诉杀帖：次日的时刻（含）"),
        "rewrite_hours_before_end": EntryField("小时", "可补写的问题：一轮结束前多久为止"),
        "first_or_quoted_until": _pick("非首发、引用过度：到何时", "end_of_game"),
        "plagiarism_until": _pick("抄袭：到何时", "summary"),
        "other_hours": EntryField("小时", "其余：行为发生后多久"),
        "title": EntryField("名单", "标题要有的字样"),
        "edited_counts": _yes("投诉帖编辑过的，以最后编辑为准"),
        "who": _pick("谁可以投诉", "anyone", "players", "game_aliases"),
        "binds_referee": _yes("过了投诉期，哨子自己也不再判罚"),
        "insult_only_by_insulted": _yes("人身侮辱只能由本人投诉"),
    },
    "ruling": {
        "takes_effect": _pick("判罚何时生效", "published"),
        "one_bad_post": _pick("多帖中一帖不合格", "only_its_target_revived"),
        "out_later_round": _pick("以后的轮次才判的非首发、引用过度", "target_stays_out"),
        "forfeit_from": _pick("没收哪些奖励", "round_of_kill", "whole_game"),
        "forfeit_to": EntryField("名单", "没收的奖励归谁，均分"),
        "plagiarism_forfeit_to": EntryField("名单", "抄袭没收的奖励归谁"),
        "plagiarism_owes": EntryField("章", "抄袭者每轮赔被贴者几个大章"),
        "owed_stamp": EntryField("选项", "赔的章的叫法"),
        "plagiarism": EntryField("名单", "哪些代码按抄袭判"),
        "not_original": _pick("判为非原创的杀帖", "out_and_revive"),
    },
    "order": {
        "close": EntryField("名单", "一轮结束时各种效果的先后", EFFECTS),
    },
    "end": {
        "leaves": EntryField("人", "进程走完剩几人"),
        "black_in_last": _pick("剩下的人里有黑道", "black_wins"),
        "last_with_black": EntryField("人", "剩到多少人以内，有黑道即黑胜"),
        "agreed": _pick("提前结束要谁同意", "both_sides", "one_side_loses"),
    },
    "publish": {
        "voted_or_suicide": _yes("票出和自杀的身份当轮公布"),
        "fireworks": _yes("烟花身份立即公布"),
    },
    "conduct": {
        "aliases": _pick("一人多个马甲", "out"),
        "self_exposure": _pick("自曝", "warn_to_out", "out", "out_and_rewards_lost"),
        "grave_exposure": _pick("影响胜负的自曝", "side_loses"),
        "collusion": _pick("串联", *_LEAGUE),
        "proof_of_identity": _pick("索要或提供身份证明", *_LEAGUE),
        "hints_on_board": _pick("版面指示贴杀人选", "referee_may_void"),
    },
    "form": {
        "first_floor": _yes("杀帖发在顶楼"),
    },
    "flight": {
        "roles": EntryField("各身份", "会起飞的身份"),
        "first_round": _round("最早哪一轮起飞"),
        "last_round": _round("最晚哪一轮起飞"),
        "after_partner": _yes("同伴出局的次轮才能起飞"),
        "partner_until": _round("同伴在这一轮以前（含）出局才有"),
        "partner_by": EntryField("名单", "同伴怎样出局才有；不写即任何出局"),
        "voted_until": _round("同伴是票出的：在这一轮以前（含）才有"),
        "author_out": _pick("起飞者是否同归", "out_with_target", "referee"),
        "unused": _pick("不飞", "lapses", "plain"),
    },
    "rescue": {
        "role": EntryField("身份", "谁救人"),
        "first_round": _round("从哪一轮起"),
        "last_round": _round("到哪一轮止"),
        "posts": EntryField("帖", "最多几帖"),
        "saves": _pick("救得了谁", "not_eggs"),
        "flying_egg": _pick("遇飞蛋", "both_out"),
        "twice_unhit": _pick("连续两轮救同一人，两轮都没有被贴", "out"),
        "self": _yes("可否自救（飞蛋帖除外）"),
        "mined_egg": _pick("与挖蛋同到一个蛋", "stays_without_egg"),
    },
    "mine": {
        "role": EntryField("身份", "谁挖蛋"),
        "first_round": _round("从哪一轮起"),
        "last_round": _round("到哪一轮止"),
        "posts": EntryField("帖", "最多几帖"),
        "targets": EntryField("各身份", "挖得出的身份"),
        "all_out": _pick("蛋全部出局", "lapses"),
    },
    "change": {
        "role": EntryField("身份", "谁变身"),
        "to_black_by": EntryField("名单", "遇什么归黑道"),
        "to_white_by": EntryField("名单", "遇什么归白道"),
        "posts_once_out": EntryField("帖", "出局后可出几帖"),
        "voted_out": _pick("票出归哪一方", "black", "white"),
        "posts_allied": EntryField("帖", "联合时存活可出几帖"),
        "allied_hit": _pick("联合时贴中", "white_to_black_black_to_white"),
        "unused": _pick("没有用过", "losing_side"),
        "last_among": EntryField("各身份", "归黑后与谁一起最后代出帖"),
    },
}  # fmt: skip
