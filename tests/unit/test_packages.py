"""What is read of installed packages is what `importlib.metadata` says."""

from importlib.metadata import distributions
from pathlib import Path

import pytest

from tieshape import packages
from tieshape.packages import may_have_entries, metadata_folders, packages_with_entries
from tieshape.version import installed_version


def test_versions_are_those_of_the_metadata() -> None:
    known = dict[str, str]()
    for package in distributions():
        known.setdefault(package.name, package.version)
    assert len(known) > 5
    assert {name: installed_version(name) for name in known} == known
    assert installed_version("no-such-package") == "(not installed)"


def test_groups_of_entry_points() -> None:
    assert may_have_entries("console_scripts")
    assert not may_have_entries("no.such.group")


def test_a_package_is_found_when_it_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also in a folder that was looked at before."""
    monkeypatch.syspath_prepend(tmp_path)
    assert installed_version("plug.in") == "(not installed)"
    info = tmp_path / "Plug_In-1.5.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: Plug-In\nVersion: 1.5\n")
    (info / "entry_points.txt").write_text("[plug.group]\na = b:c\n")
    assert installed_version("plug.in") == "1.5"
    assert may_have_entries("plug.group")
    assert packages_with_entries("plug.group") == {"plug_in"}
    assert packages_with_entries("no.such.group") == set()


def test_where_packages_may_lie_elsewhere_the_library_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Finder:
        find_distributions = None

    assert metadata_folders() is not None
    with monkeypatch.context() as patch:
        patch.setattr("sys.meta_path", [Finder(), *packages.sys.meta_path])
        assert metadata_folders() is None
        assert may_have_entries("no.such.group")
        assert packages_with_entries("no.such.group") is None
        assert installed_version("numpy")[0].isdigit()
    (tmp_path / "old.egg").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    assert metadata_folders() is None
    archive = tmp_path / "packed.zip"
    archive.write_bytes(b"")
    monkeypatch.setattr("sys.path", [str(archive)])
    assert metadata_folders() is None
