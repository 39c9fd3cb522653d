"""What is stored comes back unchanged or not at all, and nobody else can put anything there."""

from __future__ import annotations

import os
from pathlib import Path
from threading import Thread

import pytest
from tieshape.native import store as stores
from tieshape.native.store import CodeStore, default_place, key_of

pytestmark = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no owners of files")
KEY = key_of(["a text"])


@pytest.fixture
def store(tmp_path: Path) -> CodeStore:
    return CodeStore(tmp_path / "caches" / "tieshape")


def test_what_is_stored_comes_back(store: CodeStore) -> None:
    assert store.get(KEY) is None
    assert store.put(KEY, b"content\n\0")
    assert store.get(KEY) == b"content\n\0"
    assert store.put(KEY, b"")
    assert store.get(KEY) == b""
    assert store.size()[0] == 1


def test_parts_are_one_content_that_can_be_mapped(store: CodeStore) -> None:
    assert store.mapped(KEY) is None
    assert not store.has(KEY)
    assert store.put(KEY, b"con", memoryview(b"tent"), b"")
    assert store.get(KEY) == b"content"
    view = store.mapped(KEY)
    assert store.has(KEY)
    assert view == b"content"
    assert view.readonly
    assert store.put(KEY, b"another")
    assert view == b"content"  # it is of the file that was there
    store.clear()
    assert view == b"content"
    assert store.mapped(KEY) is None


def test_nothing_is_stored_where_the_disk_is_nearly_full(
    store: CodeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stores, "_free", lambda _: 4 * 1192)
    assert store.put(KEY, bytes(1000))
    assert not store.put(key_of(["another"]), bytes(1001))
    assert store.size()[0] == 1


def test_keys_tell_lists_apart() -> None:
    lists = [["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""], ["1:a", "b"], ["1", "a1:b"]]
    assert len({key_of(parts) for parts in lists}) == len(lists)


def test_files_are_for_this_user_alone(store: CodeStore) -> None:
    store.put(KEY, b"content")
    assert store.place.stat().st_mode & 0o777 == 0o700
    assert (store.place / KEY).stat().st_mode & 0o777 == 0o600
    assert [path.name for path in store.place.iterdir()] == [KEY]


@pytest.mark.parametrize("mode", [0o770, 0o701, 0o702, 0o777])
def test_a_folder_that_others_may_enter_is_not_used(store: CodeStore, mode: int) -> None:
    store.put(KEY, b"content")
    store.place.chmod(mode)
    assert store.get(KEY) is None
    assert not store.put(key_of(["another"]), b"content")
    assert len(list(store.place.iterdir())) == 1
    store.place.chmod(0o700)
    assert store.get(KEY) == b"content"


@pytest.mark.parametrize("mode", [0o640, 0o602, 0o666])
def test_a_file_that_others_may_use_is_not_read(store: CodeStore, mode: int) -> None:
    store.put(KEY, b"content")
    (store.place / KEY).chmod(mode)
    assert store.get(KEY) is None


def test_the_folder_and_files_of_another_user_are_not_used(
    store: CodeStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.put(KEY, b"content")
    mine = os.geteuid()
    monkeypatch.setattr(stores.os, "geteuid", lambda: mine + 1)
    assert store.get(KEY) is None
    assert not store.put(KEY, b"other")


def test_links_are_not_followed(store: CodeStore, tmp_path: Path) -> None:
    store.put(KEY, b"content")
    linked = tmp_path / "linked"
    linked.symlink_to(store.place)
    assert CodeStore(linked).get(KEY) is None
    assert not CodeStore(linked).put(KEY, b"other")
    moved = tmp_path / "moved"
    (store.place / KEY).rename(moved)
    (store.place / KEY).symlink_to(moved)
    assert store.get(KEY) is None
    assert store.put(KEY, b"new")  # takes the place of the link, not of what it points to
    assert store.get(KEY) == b"new"
    assert moved.read_bytes().endswith(b"content")


def test_no_byte_can_change_be_missing_or_be_added(store: CodeStore) -> None:
    store.put(KEY, b"content")
    file = store.place / KEY
    whole = file.read_bytes()
    for place in range(len(whole)):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert store.get(KEY) is None
        assert store.mapped(KEY) is None
        file.write_bytes(whole[:place])
        assert store.get(KEY) is None
    file.write_bytes(whole + b"x")
    assert store.get(KEY) is None
    assert store.mapped(KEY) is None
    file.write_bytes(whole)
    assert store.get(KEY) == b"content"


def test_a_file_under_the_name_of_another_is_not_read(store: CodeStore) -> None:
    store.put(KEY, b"content")
    other = key_of(["another"])
    (store.place / KEY).rename(store.place / other)
    assert store.get(other) is None


def test_what_was_not_used_for_longest_goes_first(tmp_path: Path) -> None:
    store = CodeStore(tmp_path / "small", limit=5000)
    keys = [key_of([str(i)]) for i in range(6)]
    for age, key in enumerate(keys[:4]):
        assert store.put(key, bytes(1000))
        os.utime(store.place / key, ns=(age * 10**9, age * 10**9))
    assert store.get(keys[0]) is not None  # used again, so it stays
    for key in keys[4:]:
        assert store.put(key, bytes(1000))
    assert store.size()[1] <= 5000
    assert store.get(keys[0]) is not None
    assert store.get(keys[1]) is None
    assert store.get(keys[5]) is not None
    assert not store.put(KEY, bytes(3000))  # a large part of all that may be there
    assert store.get(KEY) is None


def test_clear(store: CodeStore) -> None:
    assert store.clear() == 0
    store.put(KEY, b"content")
    store.put(key_of(["another"]), b"content")
    assert store.clear() == 2
    assert store.size() == (0, 0)
    assert store.get(KEY) is None


def test_nobody_meets_half_a_file(store: CodeStore) -> None:
    contents = [bytes([i]) * 200_000 for i in range(4)]
    store.put(KEY, contents[0])
    found = list[bytes | None]()

    def write(content: bytes) -> None:
        for _ in range(20):
            store.put(KEY, content)

    def read() -> None:
        found.extend(store.get(KEY) for _ in range(60))

    threads = [Thread(target=write, args=(content,)) for content in contents]
    threads += [Thread(target=read) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(found) <= set(contents)
    assert [path.name for path in store.place.iterdir()] == [KEY]


def test_a_folder_that_cannot_be_made_stores_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    store = CodeStore(tmp_path / "file" / "tieshape")
    assert not store.put(KEY, b"content")
    assert store.get(KEY) is None
    assert store.clear() == 0


def test_the_environment_names_the_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TIESHAPE_CACHE", str(tmp_path))
    assert default_place() == tmp_path
    for nothing in ("", "0"):
        monkeypatch.setenv("TIESHAPE_CACHE", nothing)
        assert default_place() is None
    monkeypatch.delenv("TIESHAPE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_place() == tmp_path / "tieshape"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert default_place() == Path.home() / ".cache" / "tieshape"


def test_files_of_others_in_the_folder_stay(store: CodeStore) -> None:
    store.put(KEY, b"content")
    (store.place / "letter.txt").write_text("mine" * 5000)
    CodeStore(store.place, limit=4000).put(key_of(["another"]), b"content")
    assert store.size()[0] == 2
    assert store.clear() == 2
    assert [path.name for path in store.place.iterdir()] == ["letter.txt"]
