"""Runs in the environment that holds buildozer and python-for-android, and asks them: one question, one JSON answer.

    python inside.py QUESTION PROJECT WORK [PROFILE]

It is a script, not a part of the app: it imports nothing of ours and decides nothing. Everything that would fetch or
compile is cut off; the rest is their own code.
"""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

#: Keys that buildozer reads although its commented default.spec does not list them.
UNLISTED = {"android.minapi", "android.ndk_api"}
BUILD_TOOLS = "35.0.0"
EMPTY_ZIP = b"PK\5\6" + b"\0" * 18


class _Caught(Exception):
    """Stops buildozer where it would begin to build."""


def spec(project: Path, work: Path, profile: str) -> Any:
    """buildozer's own parsing and checks."""
    buildozer = _buildozer(project, work, profile)
    return {"version": buildozer.get_version(), "package": buildozer.target._get_package()}


def keys(project: Path, work: Path, profile: str) -> Any:
    """The keys of the spec that buildozer does not know."""
    import buildozer as package

    text = Path(package.__file__).with_name("default.spec").read_text("utf-8")
    known = {*re.findall(r"^#?\s*([a-z0-9_]+(?:\.[a-z0-9_]+)*)\s*=", text, re.MULTILINE), *UNLISTED}
    config = _buildozer(project, work, profile).config
    sections = [name for name in config.sections() if name == "buildozer" or name.partition("@")[0] == "app"]
    return sorted({f"[{name}] {key}" for name in sections for key in config.options(name) if key not in known})


def tree(project: Path, work: Path, profile: str) -> Any:
    """The files that buildozer packs, in a folder that it made."""
    buildozer = _buildozer(project, work, profile)
    buildozer.build_application()
    folder = Path(buildozer.app_dir)
    return {"folder": str(folder), "files": sorted(_names(folder))}


def recipes(project: Path, work: Path, profile: str) -> Any:
    """The recipes in the order in which they are built, and what pip adds to them."""
    buildozer = _buildozer(project, work, profile)
    order, modules, _ = _resolved(buildozer, work)
    return {"recipes": [f"{name}=={version}" for name, version in order], "pip": sorted(modules)}


def render(project: Path, work: Path, profile: str) -> Any:
    """The manifest and the gradle file, written by python-for-android from buildozer's real command line."""
    buildozer = _buildozer(project, work, profile)
    buildozer.build_application()
    order, _, bootstrap = _resolved(buildozer, work)
    dist = work / "dist"
    command = _command(buildozer, dist)
    _lay_out(buildozer, dist, bootstrap, [name for name, _ in order], work)
    words = _left_for_build(command, buildozer)
    import pythonforandroid

    around = {**os.environ, "PYTHONPATH": os.pathsep.join([str(dist), str(Path(pythonforandroid.__file__).parents[1])])}
    code = (
        f"import sys; sys.argv = ['build.py'] + {words!r}; import build; build.parse_args_and_make_package({words!r})"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code],
        cwd=dist,
        env={**around, "ANDROIDAPI": buildozer.config.get("app", "android.api")},
        capture_output=True,
        text=True,
        check=False,
    )
    if ended.returncode:
        raise SystemExit(f"python-for-android: {(ended.stderr.strip().splitlines() or ['no word'])[-1]}")
    gradle = (dist / "build.gradle").read_text("utf-8")
    folders = re.findall(r"srcDir .(/[^']+)", gradle)
    java = sorted(path.name for folder in folders for path in Path(folder).rglob("*.java"))
    return {"manifest": str(dist / "src/main/AndroidManifest.xml"), "dist": str(dist), "java": java}


def _buildozer(project: Path, work: Path, profile: str) -> Any:
    """buildozer over a copy of the project, with a home of its own."""
    os.environ.update(HOME=str(work), BUILDOZER_WARN_ON_ROOT="0")
    place = work / "project"
    if not place.exists():
        hidden = shutil.ignore_patterns(".*", "__pycache__", "output", "build", "dist", "bin", "*.egg-info")
        shutil.copytree(project, place, ignore=hidden)
    os.chdir(place)
    from buildozer import Buildozer

    made = Buildozer(filename="buildozer.spec")
    if profile:
        made.config.apply_profile(profile)
    made.set_target("android")
    return made


def _resolved(buildozer: Any, work: Path) -> tuple[list[tuple[str, str]], list[str], Any]:
    from pythonforandroid.bootstrap import Bootstrap
    from pythonforandroid.build import Context
    from pythonforandroid.graph import get_recipe_order_and_bootstrap
    from pythonforandroid.recipe import Recipe

    context = Context()
    context.setup_dirs(tempfile.mkdtemp(dir=work))
    context.recipe_build_order = []
    wanted = [word.split("==")[0] for word in buildozer.config.getlist("app", "requirements")]
    named = buildozer.config.getdefault("app", "p4a.bootstrap", "sdl2")
    order, modules, bootstrap = get_recipe_order_and_bootstrap(context, wanted, Bootstrap.get_bootstrap(named, context))
    return [(name, str(Recipe.get_recipe(name, context).version)) for name in order], modules, bootstrap


def _command(buildozer: Any, dist: Path) -> list[str]:
    """The call of python-for-android that buildozer would make."""
    caught: list[str] = []

    def catch(command: list[str], *_: Any, **__: Any) -> None:
        caught.extend(command)
        raise _Caught

    dist.mkdir(exist_ok=True)
    buildozer.target._p4a = catch
    buildozer.target.get_dist_dir = lambda name: str(dist)
    with contextlib.suppress(_Caught):
        buildozer.target.build_package()
    return caught


def _left_for_build(command: list[str], buildozer: Any) -> list[str]:
    """What python-for-android's own parser of the command line hands on to its build.py."""
    import pythonforandroid.toolchain as toolchain

    got: dict[str, Any] = {}
    toolchain.ToolchainCL.apk = lambda self, args: got.update(args=args)
    requirements = ",".join(buildozer.config.getlist("app", "requirements"))
    sys.argv = ["p4a", *command, *buildozer.target.extra_p4a_args, "--requirements", requirements]
    toolchain.ToolchainCL()
    return list(got["args"].unknown_args)


def _lay_out(buildozer: Any, dist: Path, bootstrap: Any, order: list[str], work: Path) -> None:
    """The folder as it stands once the recipes are built, with nothing in their place."""
    for folder in bootstrap.get_bootstrap_dirs():
        shutil.copytree(Path(folder) / "build", dist, dirs_exist_ok=True)
    archs = buildozer.target._archs
    (work / "sdk/build-tools" / BUILD_TOOLS).mkdir(parents=True, exist_ok=True)
    (dist / "local.properties").write_text(f"sdk.dir={work}/sdk\n", "utf-8")
    (dist / "project.properties").write_text("target=android-35\n", "utf-8")
    told = {"dist_name": "tapis", "bootstrap": bootstrap.name, "archs": archs, "ndk_api": 24, "recipes": order}
    told |= {"python_version": "3.14", "hostpython": sys.executable, "use_setup_py": False}
    (dist / "dist_info.json").write_text(json.dumps(told), "utf-8")
    for name in ("_python_bundle", "private"):
        (dist / name).mkdir(exist_ok=True)
    for arch in archs:
        bundle = dist / f"_python_bundle__{arch}" / "_python_bundle"
        for name in ("modules", "site-packages"):
            (bundle / name).mkdir(parents=True, exist_ok=True)
        (bundle / "stdlib.zip").write_bytes(EMPTY_ZIP)
        (dist / "libs" / arch).mkdir(parents=True, exist_ok=True)


def _names(folder: Path) -> Iterator[str]:
    yield from (str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


QUESTIONS = {"spec": spec, "keys": keys, "tree": tree, "recipes": recipes, "render": render}


def main() -> None:
    question, project, work, *profile = sys.argv[1:]
    # What they print on the way is not the answer.
    with contextlib.redirect_stdout(sys.stderr):
        answer = QUESTIONS[question](Path(project).resolve(), Path(work).resolve(), *(profile or [""]))
    print(json.dumps(answer))


if __name__ == "__main__":
    main()
