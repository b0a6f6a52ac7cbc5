"""The one writer of a corpus: takes documents, decides what is new, commits in one step."""

import secrets
import shutil
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from json.encoder import encode_basestring
from operator import add
from pathlib import Path
from types import TracebackType

import numpy as np

from postcheck.corpus import manifest
from postcheck.corpus.build import Batch, Output, SegmentBuilder, merge
from postcheck.corpus.fingerprint import K, Words
from postcheck.corpus.importers.entry import Entry, Notes
from postcheck.corpus.manifest import FileSum, Manifest, SegmentEntry
from postcheck.corpus.segment import Flags, Row, Segment, digests
from postcheck.errors import SourceError, SourceErrors

_QUEUE_DOCUMENTS = 1 << 14
_QUEUE_CHARACTERS = 1 << 20  # folded and hashed at a time
_NAMED = 5  # repeated ids that are named one by one
_MOST_SEGMENTS = 4  # each costs every look-up; merging costs every posting once more
_MOST_PLACES = (1 << 32) - 2


class _Part:
    """A segment on its way into the next manifest, with tombstones that may still grow."""

    def __init__(
        self, folder: Path, files: dict[str, FileSum], dead_file: str | None = None
    ) -> None:
        self.name = folder.name
        self.files = files
        self.dead_file = dead_file
        self.segment = Segment(folder, folder.parent / dead_file if dead_file else None)
        stored = self.segment.dead
        size = len(self.segment)
        self.dead: Flags = np.zeros(size, dtype=np.bool_) if stored is None else stored.copy()
        self.seen: Flags = np.zeros(size, dtype=np.bool_)

    def find(self, doc: int, id_: str) -> bool:
        """Is `doc`, found by the digest of `id_`, a live document of that very id?"""
        return not self.dead[doc] and self.segment.meta(doc)[0] == id_

    def kill(self, docs: Sequence[int]) -> None:
        self.dead[docs] = True
        self.segment.dead = self.dead
        self.dead_file = None

    @property
    def worn(self) -> bool:
        return 2 * int(self.dead.sum()) > len(self.dead)

    @property
    def places(self) -> int:
        return int(self.segment.table[Row.FOLDED, -1])


_Spot = tuple[_Part, int]


class Writer:
    """Appends documents to the corpus in `folder`; hold its lock. Nothing shows before
    `commit`, and leaving without it removes what was written. `afresh`: what is appended
    takes the place of all that is there, whose index need not be of this version."""

    def __init__(
        self, folder: Path, notes: Notes, author: str | None = None, *, afresh: bool = False
    ) -> None:
        self.read = self.new = self.changed = self.same = self.removed = self.characters = 0
        self._folder = folder
        self._notes = notes
        self._author = author  # where an entry names none
        self._afresh = afresh
        self._live: list[_Part] = []
        self._pending: list[_Part] = []
        self._builder: SegmentBuilder | None = None
        self._fresh: dict[str, int] = {}  # id → document of the builder
        self._replaced: list[int] = []  # documents of the builder
        self._repeated = 0
        self._queue: list[Entry] = []
        self._queue_characters = 0

    def __enter__(self) -> "Writer":
        self._folder.mkdir(parents=True, exist_ok=True)
        try:
            state = manifest.load(self._folder, any_recipe=self._afresh)
        except FileNotFoundError:
            state = Manifest("", ())
        self._clean(state)
        for entry in () if self._afresh else state.segments:
            problems = manifest.damage(self._folder, entry.files, quick=True)
            if problems:
                raise SourceErrors(problems)
            self._live.append(_Part(self._folder / entry.name, dict(entry.files), entry.dead))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._builder is not None:
            self._builder.close()
        if kind is not None and (self._folder / manifest.MANIFEST).exists():
            self._clean(manifest.load(self._folder, any_recipe=True))
        elif kind is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def append(self, entry: Entry) -> None:
        self.read += 1
        self.characters += len(entry.text)
        self._queue.append(entry)
        self._queue_characters += len(entry.text)
        if len(self._queue) >= _QUEUE_DOCUMENTS or self._queue_characters >= _QUEUE_CHARACTERS:
            self.flush()

    def remove(self, ids: Sequence[str]) -> list[str]:
        """Marks stored documents as removed; returns the ids that there are none of."""
        missing = []
        for id_, key in zip(ids, digests(map(str.encode, ids)), strict=True):
            for part in self._live:
                doc = int(part.segment.locate(np.array([key], dtype=np.uint64))[0])
                if doc >= 0 and part.find(doc, id_):
                    part.kill([doc])
                    self.removed += 1
                    break
            else:
                missing.append(id_)
        return missing

    def remove_unseen(self) -> None:
        """Marks as removed what was stored before and has not been appended again."""
        self.flush()
        for part in self._live:
            unseen = np.flatnonzero(~part.seen & ~part.dead)
            part.kill(unseen.tolist())
            self.removed += len(unseen)

    def commit(self) -> None:
        """Makes everything appended visible in one step, merged if there is much to merge."""
        self.flush()
        self._finish_builder()
        if self._repeated > _NAMED:
            message = f"另有 {self._repeated - _NAMED} 篇的编号重复出现，都以后一篇为准"
            self._notes.skip(SourceError(message))
        if not (self.new or self.changed or self.removed or self._afresh):
            return
        parts = self._compact([*self._live, *self._pending])
        entries = [self._entry(part) for part in parts if not part.dead.all()]
        now = datetime.now(UTC).isoformat(timespec="seconds")
        state = Manifest(now, tuple(entries))
        manifest.save(self._folder, state)
        self._clean(state)

    def flush(self) -> None:
        """Looks all queued ids up at once; stores what is new or changed, keeps the rest."""
        queue, self._queue, self._queue_characters = self._queue, [], 0
        if not queue:
            return
        batch = _batch(queue, self._author)
        spots = self._spots(queue, batch.ids)
        number = 0 if self._builder is None else len(self._builder)
        stored: list[int] = []
        for index, (entry, content) in enumerate(zip(queue, batch.contents.tolist(), strict=True)):
            if self._is_news(entry, content, spots.get(index)):
                self._fresh[entry.id] = number + len(stored)
                stored.append(index)
        if not stored:
            return
        if self._builder is None:
            self._builder = SegmentBuilder(self._folder / _fresh_name("segment"))
        self._builder.add(batch if len(stored) == len(queue) else batch.take(stored))
        if self._builder.full:
            self._finish_builder()
            self._pending = self._compact(self._pending)

    def _spots(self, queue: Sequence[Entry], ids: Words) -> dict[int, _Spot]:
        """Where the finished parts hold documents of the queued ids, by index in the queue."""
        spots: dict[int, _Spot] = {}
        for part in (*self._pending, *self._live):
            docs = part.segment.locate(ids)
            for index in np.flatnonzero(docs >= 0).tolist():
                doc = int(docs[index])
                if index not in spots and part.find(doc, queue[index].id):
                    spots[index] = part, doc
        return spots

    def _is_news(self, entry: Entry, content: int, spot: _Spot | None) -> bool:
        """Is the document to be stored? Counts it, and marks what it replaces."""
        if entry.id in self._fresh:
            self._replaced.append(self._fresh[entry.id])
            self._note_repeated(entry)
        elif spot is None:
            self.new += 1
        else:
            part, doc = spot
            seen = part in self._pending or bool(part.seen[doc])
            same = int(part.segment.table[Row.DIGEST, doc]) == content
            part.seen[doc] = True
            if seen:
                self._note_repeated(entry)
            if same:
                self.same += not seen
                return False
            part.kill([doc])
            if part not in self._pending:
                self.changed += 1
                self.same -= seen
        return True

    def _note_repeated(self, entry: Entry) -> None:
        self._repeated += 1
        if self._repeated <= _NAMED:
            message = f"编号“{entry.id}”重复出现，以后一篇为准"
            self._notes.skip(SourceError(message, file=entry.file, line=entry.line))

    def _finish_builder(self) -> None:
        if self._builder is None:
            return
        part = _Part(self._builder.folder, self._builder.finish())
        if self._replaced:
            part.kill(self._replaced)
        self._pending.append(part)
        self._builder = None
        self._fresh.clear()
        self._replaced = []

    def _compact(self, parts: list[_Part]) -> list[_Part]:
        """Merges the smallest parts where there are too many, and those half replaced."""
        group = _group(parts)
        if not group:
            return parts
        for part in group:
            problems = manifest.damage(self._folder, part.files)
            if problems:
                raise SourceErrors(problems)
        folder = self._folder / _fresh_name("segment")
        merged = _Part(folder, merge(folder, [part.segment for part in group]))
        for part in group:
            if part in self._pending:
                shutil.rmtree(self._folder / part.name)
        return [*(part for part in parts if part not in group), merged]

    def _entry(self, part: _Part) -> SegmentEntry:
        files = {path: each for path, each in part.files.items() if path.count("/")}
        if part.dead.any():
            if part.dead_file is None:
                part.dead_file = _fresh_name("dead")
                with closing(Output(self._folder / part.dead_file)) as output:
                    output.write(part.dead.data)
                    part.files[part.dead_file] = output.finish()
            files[part.dead_file] = part.files[part.dead_file]
        live = ~part.dead
        characters = np.diff(part.segment.table[Row.CHARACTERS])[live]
        places = np.diff(part.segment.table[Row.FOLDED])[live].astype(np.int64)
        return SegmentEntry(
            name=part.name,
            files=files,
            dead=part.dead_file,
            documents=len(places),
            characters=int(characters.sum()),
            fingerprints=int(np.maximum(places - K, 0).sum()),
        )

    def _clean(self, state: Manifest) -> None:
        """Removes whatever the manifest does not name: leftovers of earlier writers too."""
        named = {manifest.MANIFEST}
        for entry in state.segments:
            named |= {path.split("/")[0] for path in entry.files}
        for path in self._folder.iterdir():
            if path.name not in named:
                shutil.rmtree(path) if path.is_dir() else path.unlink()


def _group(parts: Sequence[_Part]) -> list[_Part]:
    """The smallest two or more parts, none bigger than those before it together."""
    group: list[_Part] = []
    total = 0
    if len(parts) > _MOST_SEGMENTS:
        for part in sorted(parts, key=lambda part: part.places):
            if total + part.places > _MOST_PLACES or (len(group) >= 2 and part.places > total):
                break
            group.append(part)
            total += part.places
    return group if len(group) > 1 else [part for part in parts if part.worn][:1]


def _batch(queue: Sequence[Entry], author: str | None) -> Batch:
    """The queued documents as columns; the meta data of each are one JSON array."""
    ids, texts, authors, titles, urls, times, _, _ = zip(*queue, strict=True)
    columns = ids, [each or author for each in authors], titles, urls, times
    shown = [
        ["null" if value is None else encode_basestring(value) for value in column]
        for column in columns
    ]
    metas = [f"[{', '.join(fields)}]".encode() for fields in zip(*shown, strict=True)]
    encoded = [text.encode() for text in texts]
    contents = digests(map(add, metas, encoded))
    return Batch(digests(map(str.encode, ids)), contents, metas, texts, encoded)


def _fresh_name(kind: str) -> str:
    """A name that was never used, so that no reader takes new files for old ones."""
    return f"{kind}-{secrets.token_hex(6)}"
