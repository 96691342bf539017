"""What surrounds the code tells the same story as the code: the lock file, README's commands, the Android package."""

import ast
import configparser
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]


def pyproject():
    return tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]


def test_the_lock_file_was_made_from_this_pyproject():
    lock = tomllib.loads((PROJECT / "uv.lock").read_text("utf-8"))
    (tapis,) = (package for package in lock["package"] if package["name"] == "tapis")
    locked = {wanted["name"] + wanted["specifier"] for wanted in tapis["metadata"]["requires-dist"]}
    extras = pyproject()["optional-dependencies"].values()
    asked = {*pyproject()["dependencies"], *(requirement for extra in extras for requirement in extra)}
    assert {ordered(requirement) for requirement in locked} == {ordered(requirement) for requirement in asked}
    assert lock["requires-python"].replace(" ", "") == pyproject()["requires-python"]


def ordered(requirement: str) -> tuple[str, ...]:
    """A requirement whose bounds may stand in any order."""
    name, bounds = re.fullmatch(r"([\w.-]+)(.*)", requirement).groups()
    return (name, *sorted(bounds.split(",")))


def test_run_py_needs_nothing_that_a_fresh_python_lacks():
    tree = ast.parse((PROJECT / "run.py").read_text("utf-8"))
    modules = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    modules |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {module.split(".")[0] for module in modules} <= sys.stdlib_module_names


def test_readme_tells_the_two_commands():
    readme = (PROJECT / "README.md").read_text("utf-8")
    blocks = re.findall(r"^```sh\n(.*?)^```", readme, re.DOTALL | re.MULTILINE)
    commands = [line.split("  #")[0].strip() for block in blocks for line in block.splitlines()]
    assert {"python3 run.py", "python3 run.py test"} <= set(commands)


def test_every_picture_of_the_documents_exists():
    for page in [PROJECT / "README.md", *(PROJECT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text("utf-8")):
            if not target.startswith(("http:", "https:")):
                assert (page.parent / target).exists(), f"{page.name} points at {target}"


def test_the_android_package_takes_what_the_app_needs():
    spec = configparser.ConfigParser(interpolation=None)
    spec.read(PROJECT / "buildozer.spec", "utf-8")
    app = spec["app"]
    assert set(app["requirements"].split(",")) >= {"python3", "kivy", "numpy", "opencv", "pyzbar", "sqlite3"}
    assert app["android.permissions"] == "CAMERA,RECORD_AUDIO,VIBRATE"
    extensions = {"." + extension for extension in app["source.include_exts"].split(",")}
    files = subprocess.run(["git", "ls-files", "companion"], cwd=PROJECT, capture_output=True, text=True, check=False)
    # Playthroughs are for the tests; Java and its manifest are handed over apart; the desk's own rooms stay at home.
    left = tuple(part for part in app["source.exclude_dirs"].split(",") if part.startswith("companion/"))
    apart = ("playthrough.txt", ".java", ".xml")
    needed = [name for name in files.stdout.split() if not name.startswith(left) and not name.endswith(apart)]
    assert {Path(name).suffix for name in needed} <= extensions
    # The version is read out of pyproject.toml by this expression.
    (version,) = re.findall(app["version.regex"], (PROJECT / "pyproject.toml").read_text("utf-8"))
    assert version == pyproject()["version"]


def test_the_project_holds_its_rooms_and_nothing_left_lying_about():
    files = subprocess.run(["git", "ls-files"], cwd=PROJECT, capture_output=True, text=True, check=False)
    if files.returncode:
        pytest.skip("not a clone")
    rooms = {Path(name).parts[0] for name in files.stdout.splitlines() if "/" in name}
    assert rooms == {".ci", "calibration", "companion", "docs", "tests", "vision"}
