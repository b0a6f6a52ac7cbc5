"""Faults of the store and its sources as `SourceError`, with what to do about them."""

import difflib
import errno
from collections.abc import Sequence

from postcheck.errors import SourceError

_SYSTEM = {
    errno.ENOSPC: "磁盘满了",
    errno.EDQUOT: "磁盘配额用完了",
    errno.EACCES: "没有权限",
    errno.EPERM: "没有权限",
    errno.EROFS: "磁盘是只读的",
    errno.ENOENT: "没有这个文件或文件夹",
    errno.ENOTDIR: "路径中间是一个文件，不是文件夹",
    errno.EISDIR: "这是文件夹，不是文件",
    errno.ENAMETOOLONG: "名字太长",
    errno.EIO: "磁盘读写出错",
    errno.EFBIG: "文件太大",
}


def system_fault(error: OSError, file: str) -> SourceError:
    """What the system refused to do with `file` (or with the file that `error` names)."""
    message = _SYSTEM.get(error.errno or 0, f"系统拒绝了读写（错误 {error.errno}）")
    remedy = "检查磁盘空间和文件权限后重来"
    return SourceError(message, remedy=remedy, file=str(error.filename or file))


def reindex_remedy(name: str) -> str:
    """For a corpus whose texts are whole, whatever is wrong with its index."""
    return f"运行 postcheck corpus rebuild {name}，用库里存着的原文重建索引"


def restore_remedy(name: str) -> str:
    return f"运行 postcheck corpus remove {name} 删除它，再用 corpus add 从原文重建"


def unknown_corpus(name: str, known: Sequence[str]) -> SourceError:
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.4)
    if near:
        remedy = f"是不是“{near[0]}”？"
    elif known:
        remedy = "已有的语料：" + "、".join(known)
    else:
        remedy = f"还没有任何语料，先运行 postcheck corpus add {name} 文件"
    return SourceError(f"没有名叫“{name}”的语料", remedy=remedy)
