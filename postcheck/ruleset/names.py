"""The Chinese names of what a ruleset speaks of: counts, parts of a post, labels."""

COUNTS = {
    "words": "字数",
    "cjk": "中文字符",
    "non_cjk_words": "非中文单词",
    "chars": "字符数（不计空格）",
    "chars_with_spaces": "字符数（计空格）",
    "paragraphs": "段落数",
}
PARTS = {
    "repeated": "重复",
    "listed": "罗列",
    "repeated_listed": "重复和罗列",
    "quoted": "引用",
    "prior": "旧文",
}
LANGUAGES = {"zh-Hans": "简体中文", "zh-Hant": "繁体中文", "other": "非中文"}
FLAGS = {
    "edited": "帖子发出后编辑过",
    "handwritten": "手写或拍照的报道",
    "late": "没有按时交出",
    "missing": "没有交出",
    "withdrawn": "当轮撤回了帖子",
    "no_code": "没有写本人的代号",
    "banned_content": "有条文禁止的内容",
}
GENRES = {
    "prose_essay": "散文",
    "fiction": "小说",
    "poetry_modern": "现代诗",
    "poetry_classical": "古体诗词",
    "prose_classical": "古文",
    "essay_argument": "议论文",
    "drama": "剧本",
    "appreciation": "文学鉴赏",
    "official_doc": "公文",
    "regulation": "规章",
    "legal_form": "法律文书",
    "contract": "合同",
    "announcement": "公告",
    "minutes": "会议记录",
    "charter": "章程",
    "work_summary": "工作总结",
    "financial_report": "财务报告",
    "market_research": "市场调查",
    "news": "新闻",
    "manual": "说明书",
    "recipe": "菜谱",
    "popsci": "科普",
    "encyclopedia": "百科条目",
    "lesson_plan": "教案",
    "copywriting": "文案",
    "speech": "演讲稿",
}
SIDES = {"black": "黑道", "white": "白道", "neutral": "中立"}
RULES = {
    "edited": "编辑",
    "handwritten": "形式",
    "late": "时限",
    "missing": "交帖",
    "withdrawn": "撤回",
    "code": "代号",
    "language": "文字",
    "genre": "体裁",
    "banned": "内容",
}
