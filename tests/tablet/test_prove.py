"""`tapis prove android` fails for what it says it checks: each fault is made in a copy of the project.

What needs buildozer from PyPI or Android's published names from npm is slow, and is skipped where they cannot be had.
"""

import json
import os
import shutil

import pytest

from companion.benches import _numbers
from companion.cli import main
from companion.proofs import arm64, java, package, suite, typings
from companion.proofs.android import CHECKS, prove
from companion.proofs.java import Used
from companion.proofs.proof import Broken, Outcome
from tests.tablet.world import PROJECT

SHOWN, BROKEN = Outcome.SHOWN, Outcome.BROKEN
CAMERA = "vision/sources/android/java/org/tapis/TableCamera.java"
READER = "companion/proofs/stubs/android/media/ImageReader.java"


def linked(source, target):
    """Costs nothing; whoever changes a file replaces it."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)


@pytest.fixture
def copy(tmp_path):
    place = tmp_path / "project"
    hidden = shutil.ignore_patterns(".*", "__pycache__", "output", "build", "*.egg-info", "docs", "tests")
    shutil.copytree(PROJECT, place, ignore=hidden, copy_function=linked)
    return place


def change(project, name, old, new):
    text = (project / name).read_text("utf-8")
    assert old in text
    (project / name).unlink()
    (project / name).write_text(text.replace(old, new), "utf-8")


def outcome(project, name):
    """How one proof ends. What this machine cannot show is no test either."""
    (proof,) = prove(project, (name,))
    if proof.outcome is Outcome.NOT_SHOWN:
        pytest.skip(f"{name} cannot be shown here: {proof.told}")
    return proof.outcome, proof.told


@pytest.mark.parametrize("name", ["needed files", "unwanted files", "size", "imports"])
def test_the_package_has_what_it_needs_and_nothing_else(name):
    assert outcome(PROJECT, name)[0] is SHOWN


def test_a_missing_catalogue_is_found(copy):
    (copy / "companion/core/lang/fr.json").unlink()
    assert outcome(copy, "needed files") == (BROKEN, "not in the package: companion/core/lang/fr.json")


@pytest.mark.parametrize("room", ["companion/tablet/lang/de.json", "companion/games/frantic/lang/en.json"])
def test_a_missing_language_of_any_room_is_found(copy, room):
    (copy / room).unlink()
    assert room in outcome(copy, "needed files")[1]


def test_a_kind_of_file_that_is_not_packed_is_found(copy):
    change(copy, "buildozer.spec", "json,onnx,", "json,")
    found, told = outcome(copy, "needed files")
    assert found is BROKEN
    assert "vision/models/*.onnx" in told


def test_a_picture_of_a_kind_that_is_not_packed_is_found(copy):
    (copy / "companion/ui/pointer.webp").write_bytes(b"webp")
    assert outcome(copy, "needed files") == (BROKEN, "of a kind that is not packed: companion/ui/pointer.webp")


def test_a_pattern_that_brings_the_training_back_is_found(copy):
    change(copy, "buildozer.spec", "requirements =", "source.include_patterns = vision/*\nrequirements =")
    found, told = outcome(copy, "unwanted files")
    assert found is BROKEN
    assert "vision/training/" in told


def test_a_room_that_is_left_behind_is_found(copy):
    change(copy, "buildozer.spec", "tests,docs,", "tests,docs,companion/store,")
    found, told = outcome(copy, "imports")
    assert found is BROKEN
    assert "needs companion.store" in told


def test_too_large_a_package_is_found(copy):
    (copy / "vision/models/huge.onnx").write_bytes(bytes(41_000_000))
    assert outcome(copy, "size")[0] is BROKEN


TYPINGS = """
declare module android {
	export module media {
		export class Base extends java.lang.Object {
			public close(): void;
		}
		/** @since 29 */
		export class Reader<T> extends android.media.Base implements java.lang.AutoCloseable {
			public static LARGEST: 5;
			/** @since 31 */
			public take(id: string, from: java.util.List<any>, all: androidNative.Array<number> | null): T;
		}
	}
}
"""
PUBLISHED = typings.read(TYPINGS.splitlines())
TAKE = ("string", "java.util.List", "number[]")


@pytest.mark.parametrize(
    ("name", "parameters", "right"),
    [
        ("take", TAKE, True),
        ("close", (), True),
        ("LARGEST", None, True),
        ("takes", TAKE, False),
        ("take", ("string", "java.util.List"), False),
        ("take", ("number", "java.util.List", "number[]"), False),
        ("LARGER", None, False),
        ("close", None, False),
    ],
)
def test_a_name_is_held_against_the_published_ones(name, parameters, right):
    used = Used("android.media.Reader", name, parameters, "Eye")
    assert (java.wrong_names([used], PUBLISHED) == []) is right


@pytest.mark.parametrize(("guard", "right"), [("SDK_INT >= 31", True), ("SDK_INT >= 29", False), ("", False)])
def test_a_name_that_old_devices_lack_needs_a_question_first(tmp_path, guard, right):
    (tmp_path / java.OURS).mkdir(parents=True)
    (tmp_path / java.OURS / "Eye.java").write_text(f"if ({guard}) take();", "utf-8")
    used = Used("android.media.Reader", "take", TAKE, "Eye")
    assert (java.too_new([used], PUBLISHED, 24, tmp_path) == []) is right


def test_a_folder_without_a_spec_is_refused(tmp_path, capsys):
    assert main(["prove", "android", "--project", str(tmp_path)]) == 2
    assert "buildozer.spec" in capsys.readouterr().err


def test_a_proof_that_does_not_exist_is_refused(capsys):
    assert main(["prove", "android", "--project", str(PROJECT), "--only", "beauty"]) == 2
    assert "needed files" in capsys.readouterr().err


def test_each_proof_is_one_json_line_and_a_broken_one_fails(copy, capsys):
    (copy / "companion/core/lang/de.json").unlink()
    only = [word for name in ("size", "needed files") for word in ("--only", name)]
    assert main(["prove", "android", "--project", str(copy), "--json", *only]) == 1
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(row["proof"], row["outcome"]) for row in rows] == [("needed files", "broken"), ("size", "shown")]


# --- the suite elsewhere, and another processor -----------------------------------------------------------------------


def test_every_folder_of_tests_is_in_the_suite_or_said_not_to_be():
    found = {place.parent.relative_to(PROJECT / "tests").parts[0] for place in PROJECT.glob("tests/**/test_*.py")}
    assert {*suite.rooms(PROJECT), *suite.NOT_HERE} == found


def test_a_room_that_passed_is_remembered_for_its_commit_alone(tmp_path):
    file = tmp_path / "passed.json"
    other = suite.Passed(file, "one")
    suite.Passed(file, "one").keep("core", "31 passed")
    assert suite.Passed(file, "one").rooms == {"core": "31 passed"}
    assert suite.Passed(file, "two").rooms == {}
    other.keep("games", "9 passed")
    assert suite.Passed(file, "one").rooms == {"core": "31 passed", "games": "9 passed"}


def test_two_machines_are_held_against_each_other():
    ours = {"words": ["red 7"], "numbers": [1.0, 2.0], "unit": "px"}
    assert arm64.compared(ours, ours | {"numbers": [1.0, 2.25]}, 0.5) == (
        "1 words the same, 2 numbers at most 0.25 px apart"
    )
    for theirs in (
        {"words": ["red 1"]},
        {"numbers": [1.0, 2.75]},
        {"numbers": [1.0]},
        {"numbers": [1.0, float("nan")]},
    ):
        with pytest.raises(Broken):
            arm64.compared(ours, ours | theirs, 0.5)


@pytest.mark.parametrize("name", ["cards", "mat", "still"])
def test_what_is_compared_can_be_computed_and_is_the_same_twice(name):
    answer = _numbers.COMPUTED[name]()
    assert answer.numbers
    assert answer == _numbers.COMPUTED[name]()


def test_all_that_is_computed_is_compared():
    assert _numbers.COMPUTED.keys() == arm64.LIMITS.keys()


# --- with a Java compiler, buildozer and Android's names --------------------------------------------------------------


@pytest.mark.slow
def test_a_misspelt_android_method_is_found(copy):
    change(copy, CAMERA, "acquireLatestImage", "acquireNewestImage")
    found, told = outcome(copy, "java compiles")
    assert found is BROKEN
    assert "acquireNewestImage" in told or "cannot find symbol" in told


@pytest.mark.slow
def test_a_method_that_only_our_stand_ins_have_is_found(copy):
    for name in (CAMERA, READER):
        change(copy, name, "acquireLatestImage", "acquireNewestImage")
    found, told = outcome(copy, "java names")
    assert found is BROKEN
    assert told == "not in Android: TableCamera: Android has no android.media.ImageReader.acquireNewestImage()"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["java names", "java levels"])
def test_our_java_uses_only_what_android_has(name):
    assert outcome(PROJECT, name)[0] is SHOWN


@pytest.mark.slow
def test_a_wrong_key_in_the_spec_is_found(copy):
    change(copy, "buildozer.spec", "android.minapi = 24", "android.minapi = 24\nandroid.minimum_api = 24")
    assert outcome(copy, "spec keys") == (BROKEN, "buildozer knows no such key: [app] android.minimum_api")


@pytest.mark.slow
def test_a_spec_that_buildozer_refuses_is_found(copy):
    change(copy, "buildozer.spec", "orientation = landscape, portrait", "orientation = sideways")
    assert outcome(copy, "spec")[0] is BROKEN


@pytest.mark.slow
def test_an_impure_requirement_is_found(copy):
    change(copy, "buildozer.spec", "pyzbar,sqlite3", "pyzbar,sqlite3,orjson")
    assert outcome(copy, "pure requirements") == (BROKEN, "no recipe, and not pure Python: orjson")


@pytest.mark.slow
def test_one_permission_more_is_found(copy):
    change(copy, "buildozer.spec", "CAMERA,RECORD_AUDIO,VIBRATE\n", "CAMERA,RECORD_AUDIO,VIBRATE,INTERNET\n")
    found, told = outcome(copy, "manifest")
    assert found is BROKEN
    assert told.endswith("android.permission.INTERNET")


@pytest.mark.slow
def test_every_proof_that_this_machine_can_show_holds():
    names = tuple(name for name, _ in CHECKS if not name.startswith("java"))
    proofs = list(prove(PROJECT, names))
    assert [proof for proof in proofs if proof.outcome is BROKEN] == []
    if missing := [proof.name for proof in proofs if proof.outcome is Outcome.NOT_SHOWN]:
        pytest.skip(f"all others hold; cannot be shown here: {', '.join(missing)}")


def test_the_files_are_chosen_as_buildozer_chooses_them(tmp_path):
    spec = "[app]\nsource.include_exts = py\nsource.exclude_dirs = old\nsource.exclude_patterns = run.py\n"
    (tmp_path / "buildozer.spec").write_text(spec, "utf-8")
    for name in (
        "main.py",
        "run.py",
        "README",
        "a.txt",
        ".b.py",
        "old/c.py",
        "older/d.py",
        ".hidden/e.py",
        "in/run.py",
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("", "utf-8")
    assert package.packed(tmp_path) == ["README", "in/run.py", "main.py", "older/d.py"]
