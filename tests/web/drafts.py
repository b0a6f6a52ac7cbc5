"""Texts and files for the tests of the self-check; all prose is our own."""

import io

from docx import Document
from docx.oxml.ns import qn

BORROWED = "守夜的人沿着城墙走了一圈又一圈，灯笼里的火苗被风压得很低，可他一次也没有让它灭过。"
SECOND = "渔网晒在竹竿上，盐粒在阳光里一闪一闪，母亲说海从来不欠谁一条鱼，只是还得慢些。"
OWN = (
    "我到镇上那天，茶馆的门板还没有卸下来。掌柜隔着缝问我找谁，我说找一个会修钟的人。"
    "他想了很久，才说修钟的早搬走了，如今整条街只剩一口钟还在走，而且每天快一刻。"
    "我便在门槛上坐下，把箱子搁在膝头，听见楼上有人翻身，木床吱呀一声，又静了。"
    "天色一点点亮起来，卖豆腐的挑着担子从巷口拐进来，看我一眼，舀了半碗豆浆递过来，不肯收钱。"
    "后来雨下大了，我躲进祠堂，遇见三个避雨的孩子，他们正争论一只蜗牛究竟算不算住在自己家里。"
    "最小的那个问我信哪一边，我说我没有家，所以判不了这桩案子，他们就不再理我了。"
    "傍晚放晴，河水涨到桥墩第二道刻痕，有人在对岸喊我的名字，喊得很轻，像怕把什么惊醒。"
    "我没有应。走夜路的人都知道，头一声不能应，第二声要看风向，到第三声才可以回头。"
    "那晚我终究没有等到第三声，于是写下这几行字，算是向各位报到：从今往后，请多关照。"
)
DRAFT = f"{BORROWED}\n{OWN}\n{SECOND}"
EVIL = "</textarea></script><script>alert(1)</script><img src=x onerror=alert(1)>\"'&{{7*7}}"
TEXTS = [
    {
        "id": "gate",
        "author": "守城人",
        "title": "城门",
        "text": BORROWED,
        "url": "https://a.example/1",
    },
    {
        "id": EVIL,
        "author": EVIL,
        "title": EVIL,
        "text": SECOND + EVIL,
        "url": "javascript:alert(1)",
    },
]
FORM = {"ruleset": "fengyun85", "kind": "report"}


def docx(*paragraphs: str, hint: bool = False) -> bytes:
    """A Word document; `hint`: its runs carry Word's East Asian mark."""
    document = Document()
    for words in paragraphs:
        run = document.add_paragraph().add_run(words)
        if hint:
            run._r.get_or_add_rPr().get_or_add_rFonts().set(qn("w:hint"), "eastAsia")
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def thread(*posts: tuple[str, str]) -> bytes:
    """A saved page of a Discuz! thread: author and text of each floor."""
    floors = "".join(
        f'<div id="post_{number}"><table id="pid{number}"><tr><td class="pls"><div class="authi">'
        f'<a class="xw1">{author}</a></div></td><td class="plc"><div class="pi">'
        f'<strong><a id="postnum{number}"><em>{number}</em><sup>#</sup></a></strong></div>'
        f'<div class="pct"><div class="pcb"><td class="t_f" id="postmessage_{number}">{text}</td>'
        "</div></div></td></tr></table></div>"
        for number, (author, text) in enumerate(posts, 1)
    )
    head = '<meta name="generator" content="Discuz! X3.4"><title>报道楼</title>'
    page = f"<!doctype html><html><head><meta charset='utf-8'>{head}</head><body>"
    return f'{page}<div id="postlist">{floors}</div></body></html>'.encode()
