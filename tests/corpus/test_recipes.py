"""Recipes: every one is whole, and imports a small collection of the layout that it is for."""

import bz2
import gzip
import json
import shlex
import zipfile
from pathlib import Path

import pytest

from postcheck.corpus import store
from postcheck.corpus.library import open_library
from postcheck.corpus.recipes import IMPORTERS, Recipe, recipes
from postcheck.errors import SourceError

WORDS = "渡口的雨总是先落在对岸，船家说那边的山高，云走到那儿就走不动了。"
ALL = {recipe.name: recipe for recipe in recipes()}


def lines(*rows: dict[str, object]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def write(folder: Path, files: dict[str, str]) -> None:
    """Files by path; what is inside a zip stands behind `!`; endings say what is packed."""
    for name, text in files.items():
        outer, _, inner = name.partition("!")
        path = folder / outer
        path.parent.mkdir(parents=True, exist_ok=True)
        data = text.encode()
        if inner:
            with zipfile.ZipFile(path, "a") as archive:
                archive.writestr(inner, data)
            continue
        packing = {".gz": gzip.compress, ".bz2": bz2.compress}.get(path.suffix)
        path.write_bytes(packing(data) if packing else data)


def tree(folder: str) -> dict[str, str]:
    return {f"{folder}/诗/甲.txt": f"{WORDS}甲", f"{folder}/诗/乙.txt": f"{WORDS}乙"}


WIKI = (
    '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.10/"><page><title>渡口</title>'
    f"<ns>0</ns><id>7</id><revision><id>8</id><text>{WORDS}</text></revision></page></mediawiki>"
)
FIRST, SECOND = ({"title": "渡口", "content": WORDS}, {"title": "雨", "content": f"{WORDS}雨"})
REPLIES = [{"楼ID": "1", "回复": WORDS, "扩展字段": "{}"}, {"楼ID": "2", "回复": f"{WORDS}雨"}]
LAYOUTS = {
    "poetry": {"Poetry/唐.csv": "题目,朝代,作者,内容\n"
               f"渡口,唐,佚名,{WORDS}\n雨,唐,佚名,{WORDS}雨\n"},
    "gushiwen": {"chinese-gushiwen/guwen/guwen1-2.json": lines(
        {**FIRST, "dynasty": "唐", "writer": "佚名"}, {**SECOND, "writer": "佚名"})},
    "classical-modern": tree("Classical-Modern"),
    "daizhige": tree("daizhigev20"),
    "wiki2019zh": {"wiki_zh_2019.zip!wiki_zh/AA/wiki_00": lines(
        {"id": "1", "url": "u1", "title": "渡口", "text": WORDS},
        {"id": "2", "url": "u2", "title": "雨", "text": f"{WORDS}雨"})},
    "webtext2019zh": {"webtext2019zh.zip!web_text_zh_train.json": lines(
        {**FIRST, "qid": 1, "star": 3, "answer_id": 9}, {**SECOND, "qid": 1, "star": 1})},
    "news2016zh": {"new2016zh.zip!news2016zh_train.json": lines(
        {**FIRST, "news_id": "1", "time": "03-30 1:00"}, {**SECOND, "news_id": "2"})},
    "cluecorpus": {"CLUECorpusSmall/a.txt": f"{WORDS}\n\n{WORDS}雨\n",
                   "CLUECorpusSmall/b.txt": WORDS},
    "thucnews": tree("THUCNews.zip!THUCNews"),
    "gutenberg-zh": tree("gutenberg-zh"),
    "s1": {"S1PlainTextBackup/外野/1.md": f"#### 甲\n{WORDS}", "S1PlainTextBackup/2.md": WORDS},
    "kkndme": {"kkndme_tianya/README.md": f"# 一\n{WORDS}"},
    "mnbvc-forum": {"mnbvc-forum/0.jsonl.gz": lines({"ID": 5, "主题": "渡口", "回复": REPLIES})},
    "wikisource": {"zhwikisource-latest-pages-articles.xml.bz2": WIKI},
}  # fmt: skip


NEW = {"kkndme": 1, "wikisource": 1, "cluecorpus": 3}  # documents, where they are not two


@pytest.mark.parametrize("recipe", ALL.values(), ids=ALL.keys())
def test_every_recipe_says_what_one_needs(recipe: Recipe) -> None:
    assert recipe.importer in IMPORTERS
    assert all((recipe.title, recipe.source, recipe.licence, recipe.size, recipe.obtain))
    words = shlex.split(recipe.command)
    assert words[:4] == ["postcheck", "corpus", "add", recipe.name]
    assert [word.split("/")[-1] for word in words[4:5]] == [recipe.files[0].split("/")[-1]]


@pytest.mark.parametrize("name", [name for name in ALL if name not in ("chinese-poetry", "sample")])
def test_a_collection_of_the_layout_is_imported(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POSTCHECK_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    write(tmp_path, LAYOUTS[name])
    recipe = ALL[name]
    report = store.add(name, recipe.files, author=recipe.author, split=recipe.split)
    assert report.new == NEW.get(name, 2)
    assert not report.failed
    assert ("--split" in recipe.command) == recipe.split
    with open_library([name]) as library:
        documents = [library.document(int(doc)) for doc in library.live()]
    assert all(WORDS in document.text for document in documents)
    if name in ("wiki2019zh", "webtext2019zh", "news2016zh", "gushiwen", "poetry"):
        assert all(document.title in ("渡口", "雨") for document in documents)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("title = 1", "缺少 title"),
        ("titel = 'a'", "没有 titel"),
        ("title = 'a'\nsource = 'b'\nlicence = 'c'\nsize = 'd'\nobtain = 'e'", "importer 只能是"),
        ("title = ", "不是合法的 TOML"),
    ],
)
def test_a_bad_manifest_is_told_with_its_file(text: str, says: str, tmp_path: Path) -> None:
    write(tmp_path, {"x/manifest.toml": text})
    with pytest.raises(SourceError, match=says) as caught:
        recipes(tmp_path)
    assert "manifest.toml" in str(caught.value)
