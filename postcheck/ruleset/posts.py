"""The rules for one kind of post: from the tables [report] and [kill] to a `Kind`."""

from dataclasses import replace
from typing import Any

from postcheck.ruleset.checker import Checker, frozen
from postcheck.ruleset.document import Key
from postcheck.ruleset.ladder import ANY, Interval, faults
from postcheck.ruleset.rules import Band, Exemption, Kind, Penalty, Rule, Tier
from postcheck.ruleset.schema import CHECKS, TABLES, UNITS


class PostRules:
    """Builds kinds of posts; the faults gather in `check`."""

    def __init__(self, check: Checker) -> None:
        self.check = check
        self.data = check.document.data

    def kind(self, code: str) -> Kind | None:
        data = self.data.get(code)
        if not isinstance(data, dict):
            self.check.fault(
                (code,), f"没有 [{code}]", "写上这类帖子的规则，或用 extends 写以哪一套为底"
            )
            return None
        own = {key: data[key] for key in TABLES["kind"] if key in data}
        good = self.check.table((code,), own, TABLES["kind"])
        remedies = self._remedies(code, data.get("remedy", {}))
        rules = [
            self._rule((code, name), table, remedies)
            for name, table in data.items()
            if name not in own and name != "remedy"
        ]
        if not good:
            return None
        made = tuple(rule for rule in rules if rule is not None)
        return Kind(
            code, own["name"], tuple(own["counts"]), own["clause"], own["says"], made, remedies
        )

    def _remedies(self, kind: str, tables: dict[str, Any]) -> dict[str, Penalty]:
        fields = TABLES["remedy"]
        made: dict[str, Penalty] = {}
        if not self.check.type_of((kind, "remedy"), tables, "table"):
            return made
        for name, table in tables.items():
            path: Key = (kind, "remedy", name)
            if not self.check.table(path, table, fields):
                continue
            full = {"code": name} | frozen(table)
            like = full.pop("like", None)
            if like is not None:
                if like not in made:
                    if like not in tables:
                        self.check.unknown((*path, "like"), like, set(made), "处罚")
                    continue
                full = {"min_count": made[like].min_count, "or_count": made[like].or_count} | full
            if self.check.value((*path, "code"), full["code"], "choice", fields["code"].choices):
                made[name] = Penalty(**full)
        return made

    def _rule(self, path: Key, table: Any, remedies: dict[str, Penalty]) -> Rule | None:
        if not isinstance(table, dict):
            self.check.unknown(path, str(path[-1]), set(TABLES["kind"]))
            return None
        if table.get("off") is True:
            return None
        check = table.get("check")
        if check is None:
            others = self.data[str(path[0])].keys() - TABLES["kind"].keys() - {"remedy", path[-1]}
            self.check.unknown(path, str(path[-1]), others, "规则（没有写 check）")
            return None
        if not self.check.table(path, table, TABLES["rule"] | CHECKS.get(str(check), {})):
            return None
        if table["unit"] != UNITS[table["check"]]:
            self.check.fault(
                (*path, "unit"),
                f"{check} 的单位应是“{UNITS[table['check']]}”，不是“{table['unit']}”",
                "改单位",
            )
        hit = None
        if "code" in table or check in ("length", "flag", "label", "conduct"):
            hit = self._tier(path, table, table, remedies)
        exception = table.get("exception")
        if exception is not None:
            self.check.table((*path, "exception"), exception, TABLES["exception"])
        self._together(path, table)
        bands = self._bands(path, table, hit, remedies)
        if self.check.faults:
            return None
        return Rule(
            name=str(path[-1]),
            check=table["check"],
            clause=table["clause"],
            unit=table["unit"],
            says=table["says"],
            of=table.get("of") or table.get("rest_of") or table.get("flag") or table.get("label"),
            on_hit=hit,
            minimum=table.get("minimum", 0),
            rest_minimum=table.get("rest_minimum", 0),
            bands=bands,
            exemption=exception
            and Exemption(
                tuple(exception["genre"]),
                exception["rest_minimum"],
                exception["clause"],
                exception["says"],
            ),
            categories=tuple(table.get("category", ())),
            allowed=tuple(table.get("allowed", ())),
            refused=tuple(table.get("refused", ())),
            readings=tuple(table.get("readings", ())),
            printed=tuple(table.get("printed", ())),
            assumed=table.get("assumed", False),
        )

    def _together(self, path: Key, table: dict[str, Any]) -> None:
        """Keys that need one another, or exclude one another."""
        if ("rest_of" in table) != ("rest_minimum" in table):
            self.check.fault(path, "rest_of 和 rest_minimum 要一起写", "补上另一个")
        if table["check"] == "label" and ("allowed" in table) == ("refused" in table):
            self.check.fault(path, "allowed 和 refused 要写一个，也只写一个", "留一个")
        if table["check"] == "conduct" and table.get("status") != "referee":
            self.check.fault(path, "用语只能交哨子裁定", '写 status = "referee" 和 readings')
        if "tier" in table:
            for key in ("code", "status", "remedies", "readings"):
                if key in table:
                    self.check.fault((*path, key), f"有 tier 时 {key} 写在各档里", "移到那一档")

    def _bands(
        self, path: Key, table: dict[str, Any], hit: Tier | None, remedies: dict[str, Penalty]
    ) -> tuple[Band, ...]:
        if table["check"] not in ("rest", "share"):
            return ()
        given = [key for key in ("tier", "band", "bands_of") if key in table]
        if len(given) != 1:
            self.check.fault(path, "tier、band、bands_of 要写一种，也只写一种", "留一种")
            return ()
        if given == ["tier"]:
            return (Band("", ANY, self._ladder(path, table, remedies)),)
        if hit is None:
            self.check.fault(path, "分档的比例没有写 code", "写上超过上限时的 code")
            return ()
        source, owner = path, table
        if given == ["bands_of"]:
            source = (path[0], table["bands_of"])
            owner = self.data[str(path[0])].get(table["bands_of"], {})
            if not isinstance(owner, dict) or "band" not in owner:
                self.check.fault(
                    (*path, "bands_of"),
                    f"同类里没有分档的“{table['bands_of']}”",
                    "改成有 band 的那一条",
                )
                return ()
        return self._length_bands(source, owner, hit)

    def _length_bands(self, path: Key, table: dict[str, Any], hit: Tier) -> tuple[Band, ...]:
        bands = []
        for index, band in enumerate(table["band"]):
            here = (*path, "band", index)
            if not self.check.table(here, band, TABLES["band"]):
                return ()
            limit = band["percent"]
            passes = Tier(Interval(0, True, limit, True), hit.clause)
            over = replace(hit, span=Interval(limit, False))
            bands.append(
                Band(f"{limit}%", self.check.interval(here, band, "total_"), (passes, over))
            )
        twice = []
        for fault in faults(band.total for band in bands):
            if not fault.gap and fault.low == fault.high:
                twice.append(fault.low)
            else:
                self.check.ladder_fault((*path, "band"), fault, " 字", "全文")
        if twice != table.get("in_two_bands", []):
            self.check.fault(
                (*path, "band"),
                f"同时落在两档里的字数是 {twice}，in_two_bands 没有照写",
                f"写上 in_two_bands = {twice}，或改边界",
            )
        return tuple(bands)

    def _ladder(
        self, path: Key, table: dict[str, Any], remedies: dict[str, Penalty]
    ) -> tuple[Tier, ...]:
        before = len(self.check.faults)
        tiers = []
        for index, one in enumerate(table["tier"]):
            here = (*path, "tier", index)
            if self.check.table(here, one, TABLES["tier"]):
                tiers.append(self._tier(here, one, table, remedies))
        if len(self.check.faults) > before:
            return ()
        spans = list(dict.fromkeys(tier.span for tier in tiers))
        unit = "%" if table["check"] == "share" else " 字"
        for fault in faults(spans):
            self.check.ladder_fault((*path, "tier"), fault, unit)
        for span in spans:
            inside = [tier for tier in tiers if tier.span == span]
            self._conditions((*path, "tier", tiers.index(inside[0])), inside)
        return tuple(tiers)

    def _conditions(self, path: Key, tiers: list[Tier]) -> None:
        """Tiers of one span must cover all remainders, and all of yes, no, unknown, once."""
        rests = list(dict.fromkeys(tier.rest for tier in tiers))
        for fault in faults(rests):
            self.check.ladder_fault(path, fault, " 字", "扣除后剩余")
        for rest in rests:
            kinds = sorted(tier.stylistic or "" for tier in tiers if tier.rest == rest)
            if kinds not in ([""], ["no", "unknown", "yes"]):
                self.check.fault(
                    path,
                    "同一档写了两次，或 stylistic 没有写全",
                    "stylistic 要么不写，要么 yes、no、unknown 各写一档",
                )

    def _tier(
        self, path: Key, table: dict[str, Any], rule: dict[str, Any], remedies: dict[str, Penalty]
    ) -> Tier:
        """A tier; for a rule without ladder its own keys serve as the one tier behind it."""
        code = table.get("code")
        status = table.get("status", "fail") if code else "pass"
        if code is None and (table is rule or "remedies" in table or "status" in table):
            self.check.fault(path, "没有写 code", "写上不合格时的 code")
        if status == "referee" and len(table.get("readings", ())) < 2:
            self.check.fault(path, "交哨子裁定的地方没有写 readings", "写出至少两种读法")
        named = []
        for name in table.get("remedies", ()):
            if name in remedies:
                named.append(remedies[name])
            elif name not in self.data[str(path[0])].get("remedy", {}):
                self.check.unknown((*path, "remedies"), name, set(remedies), "处罚")
        return Tier(
            span=self.check.interval(path, table, "") if table is not rule else ANY,
            clause=table.get("clause", rule["clause"]),
            code=code,
            status=status,
            rest=self.check.interval(path, table, "rest_") if table is not rule else ANY,
            stylistic=table.get("stylistic"),
            says=table.get("says", "") if table is not rule else "",
            remedies=tuple(named),
            readings=tuple(table.get("readings", ())),
            whole=table.get("whole", False),
        )
