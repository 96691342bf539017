"""Everything about the Android package that can be shown without Google's SDK and NDK, one proof at a time.

A proof is a function that returns what it saw, raises `Broken` when the package is wrong, or `NotShown` when this
machine lacks what it takes. Whether the app works on a device is not shown by any of them.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from companion.proofs import java, package, typings
from companion.proofs.debian import Debian
from companion.proofs.places import cache, packer, run
from companion.proofs.proof import Broken, NotShown, Outcome, Proof

#: Exactly these, each asked for in the app when it is needed.
PERMISSIONS = {"CAMERA", "RECORD_AUDIO", "VIBRATE"}
#: What the flavour with a page for spectators and network cameras may ask for besides.
NETWORK = {"INTERNET"}
MANIFEST_KEY = "android.permission."
FRAMEWORK = Path("/usr/share/android-framework-res/framework-res.apk")
#: The app without anybody: it must come from the packed tree, show its first screen, watch the game that comes with it,
#: and end.
START = """
import sys, pathlib, companion
tree = pathlib.Path.cwd().resolve()
assert pathlib.Path(companion.__file__).resolve().is_relative_to(tree), companion.__file__
from companion.ui.window import open_window
assert open_window((1280, 800)), "no window"
from kivy.clock import Clock
from companion.app import TapisApp
app = TapisApp()
Clock.schedule_once(lambda _: app.stop(), 2)
app.run()
from companion.referee.demo import demo_folder, open_recording
session = open_recording(demo_folder(), pathlib.Path(sys.argv[1]))
assert session.step() is not None
session.close()
print("STARTED", len([m for m in sys.modules if m.split(".")[0] in ("companion", "vision", "calibration")]))
"""


@dataclass(slots=True)
class Bench:
    """What the proofs of one run share: the project, a folder to work in, and what was asked already."""

    project: Path
    work: Path
    answers: dict[str, Any] = field(default_factory=dict)

    def files(self) -> list[str]:
        if "files" not in self.answers:
            self.answers["files"] = package.packed(self.project)
        found: list[str] = self.answers["files"]
        return found

    def tree(self) -> Path:
        """The packed files in a folder of their own."""
        place = self.work / "tree"
        for name in self.files() if not place.exists() else ():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(self.project / name, place / name)
        return place

    def ask(self, question: str, profile: str = "") -> Any:
        """What buildozer or python-for-android answers; `Broken` with its last word if it refuses."""
        key = f"{question} {profile}"
        if key not in self.answers:
            here = tempfile.mkdtemp(dir=self.work)
            words = [str(packer()), str(Path(__file__).with_name("inside.py")), question, str(self.project), here]
            ended = subprocess.run([*words, profile], capture_output=True, text=True, check=False)
            if ended.returncode:
                said = [line for line in (ended.stdout + ended.stderr).splitlines() if line.strip()]
                raise Broken(said[-1][:300] if said else "it refused without a word")
            self.answers[key] = json.loads(ended.stdout)
        return self.answers[key]

    def classes(self) -> Path:
        """Our Java, compiled with the stand-ins."""
        if not java.has_compiler():
            raise NotShown("there is no Java compiler here; a JDK has one")
        place = self.work / "classes"
        if not place.exists():
            wrong = java.compile_java(self.project, place)
            if wrong:
                shutil.rmtree(place)
                raise Broken(wrong.splitlines()[0][-200:])
        return place

    def api(self) -> dict[str, typings.AndroidClass]:
        if "api" not in self.answers:
            try:
                lines = typings.fetch(cache()).read_text("utf-8").splitlines()
            except OSError as wrong:
                raise NotShown(f"Android's typings could not be fetched: {wrong}") from None
            self.answers["api"] = typings.read(lines)
        found: dict[str, typings.AndroidClass] = self.answers["api"]
        return found


Check: TypeAlias = Callable[[Bench], str]


def _none(found: list[str], what: str) -> None:
    if found:
        raise Broken(f"{what}: {', '.join(found[:5])}{' ...' if len(found) > 5 else ''}")


# --- what is packed ---------------------------------------------------------------------------------------------------


def needed_files(bench: Bench) -> str:
    files = bench.files()
    _none(package.missing(bench.project, files), "not in the package")
    _none(package.left_out(bench.project, files), "of a kind that is not packed")
    return f"{len(files)} files, with main.py, screens, models, words in three languages and the demo"


def unwanted_files(bench: Bench) -> str:
    _none(package.unwanted(bench.files()), "has no place on a tablet")
    return "no tests, training, proofs, commands or documents"


def size(bench: Bench) -> str:
    mb = package.size_mb(bench.project, bench.files())
    if mb >= package.LARGEST_MB:
        raise Broken(f"{mb:.1f} MB of our own files; {package.LARGEST_MB} is the limit")
    return f"{mb:.1f} MB of our own files"


def imports(bench: Bench) -> str:
    _none(package.broken_imports(bench.project, bench.files()), "left behind")
    return "every module of ours that is imported is packed"


def bytecode(bench: Bench) -> str:
    tree = bench.tree()
    python = python314()
    run([*python, "-c", "import sys; assert sys.version_info[:2] == (3, 14), sys.version"])
    compiled = subprocess.run(
        [*python, "-m", "compileall", "-q", str(tree)], capture_output=True, text=True, check=False
    )
    for made in tree.rglob("__pycache__"):
        shutil.rmtree(made)
    if compiled.returncode:
        raise Broken((compiled.stdout + compiled.stderr).strip().splitlines()[-1][:300])
    return "compiles for Python 3.14, the recipe's"


def python314() -> list[str]:
    """The machine's own, or Debian's, unpacked and started by its own loader."""
    if found := shutil.which("python3.14"):
        return [found]
    machine = os.uname().machine if hasattr(os, "uname") else ""
    if machine != "x86_64":
        raise NotShown("there is no python3.14 here")
    debian = Debian(cache() / "python", "forky", "amd64")
    debian.unpack(("python3.14-minimal", "libpython3.14-stdlib"))
    root = debian.root
    loader = [str(root / "lib64/ld-linux-x86-64.so.2"), "--library-path", str(root / "usr/lib/x86_64-linux-gnu")]
    return ["env", f"PYTHONHOME={root / 'usr'}", *loader, str(root / "usr/bin/python3.14")]


def starts(bench: Bench) -> str:
    tree = bench.tree()
    quiet = {"SDL_VIDEODRIVER": "offscreen", "KIVY_NO_ARGS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    around = {**os.environ, **quiet, "HOME": str(bench.work), "PYTHONPATH": str(tree)}
    words = [sys.executable, "-c", START, str(bench.work / "matches.tapis")]
    ended = subprocess.run(words, cwd=tree, env=around, capture_output=True, text=True, check=False, timeout=600)
    if "STARTED" not in ended.stdout:
        said = (ended.stderr or ended.stdout).strip().splitlines() or ["it ended without a word"]
        raise Broken(said[-1][:300])
    return f"starts without a screen and opens the demo, {ended.stdout.split()[-1]} modules from the packed tree alone"


# --- what buildozer and python-for-android make of it -----------------------------------------------------------------


def spec(bench: Bench) -> str:
    told = bench.ask("spec")
    return f"buildozer accepts it: {told['package']} {told['version']}"


def keys(bench: Bench) -> str:
    _none(bench.ask("keys"), "buildozer knows no such key")
    return "buildozer knows every key"


def same_files(bench: Bench) -> str:
    made = {"sitecustomize.py"}
    theirs, ours = set(bench.ask("tree")["files"]) - made, set(bench.files())
    _none(sorted(theirs ^ ours), "buildozer and this proof choose differently")
    return f"buildozer packs exactly these {len(ours)} files"


def recipes(bench: Bench) -> str:
    told = bench.ask("recipes")["recipes"]
    return f"{len(told)} recipes in order: " + " ".join(told)


def pure_requirements(bench: Bench) -> str:
    """pip brings these for any machine, or they would be compiled for the wrong one."""
    modules = bench.ask("recipes")["pip"]
    anywhere = ["--platform", "any", "--implementation", "py", "--abi", "none", "--only-binary=:all:", "--no-deps"]
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--dest", str(bench.work / "pure"), *anywhere]
    impure = []
    for module in modules:
        ended = subprocess.run([*pip, module], capture_output=True, text=True, check=False)
        if ended.returncode:
            if "No matching distribution" not in ended.stderr:
                raise NotShown(f"PyPI could not be asked: {ended.stderr.strip().splitlines()[-1][:200]}")
            impure.append(module)
    _none(impure, "no recipe, and not pure Python")
    return "pure Python: " + " ".join(modules)


def manifest(bench: Bench) -> str:
    told = bench.ask("render")
    text = Path(told["manifest"]).read_text("utf-8")
    asked = set(re.findall(r'uses-permission android:name="([^"]+)"', text))
    wanted = {MANIFEST_KEY + name for name in PERMISSIONS}
    _none(sorted(asked ^ wanted), "permissions that differ from camera, microphone and vibration")
    forced = re.findall(r'uses-feature android:name="([^"]+)"(?! android:required="false")', text)
    _none(forced, "features without which it would not be offered")
    return "asks for camera, microphone and vibration, requires none of them, and no internet"


def orientation(bench: Bench) -> str:
    text = Path(bench.ask("render")["manifest"]).read_text("utf-8")
    (held,) = re.findall(r'android:screenOrientation="([^"]+)"', text)
    changes = re.findall(r'android:configChanges="([^"]+)"', text)[0].split("|")
    if held not in ("unspecified", "fullSensor", "fullUser") or not {"orientation", "screenSize"} <= set(changes):
        raise Broken(f"the screen is held {held}, or turning it starts the app again")
    return "landscape and portrait, and turning does not start the app again"


def awake(bench: Bench) -> str:
    text = Path(bench.ask("render")["manifest"]).read_text("utf-8")
    if "WAKE_LOCK" in text or 'name="wakelock" android:value="1"' in text:
        raise Broken("the screen is kept on by a wake lock")
    if not any("FLAG_KEEP_SCREEN_ON" in file.read_text("utf-8") for file in java.sources(bench.project, java.OURS)):
        raise Broken("nothing keeps the screen on")
    return "the window keeps the screen on, no permission does"


def gradle(bench: Bench) -> str:
    told = bench.ask("render")
    text = (Path(told["dist"]) / "build.gradle").read_text("utf-8")
    levels = dict(re.findall(r"(compileSdkVersion|minSdkVersion|targetSdkVersion) (\d+)", text))
    app = package.spec_of(bench.project)["app"]
    if (levels.get("minSdkVersion"), levels.get("targetSdkVersion")) != (app["android.minapi"], app["android.api"]):
        raise Broken(f"levels in build.gradle: {levels}")
    wanted = sorted(file.name for file in java.sources(bench.project, java.OURS))
    if told["java"] != wanted or len(re.findall(r"(?<!jniLibs\.)srcDir '", text)) != 1:
        raise Broken(f"Java that gradle compiles: {told['java']}; ours: {wanted}")
    return f"API {app['android.minapi']} to {app['android.api']}; gradle compiles {' '.join(wanted)}"


def aapt(bench: Bench) -> str:
    if shutil.which("aapt") is None or not FRAMEWORK.exists():
        raise NotShown("aapt and android-framework-res are missing: Debian has them")
    told = bench.ask("render")
    name = bench.ask("spec")["package"]
    # gradle's `namespace` does this in a real build.
    named = re.sub(r"<manifest ", f'<manifest package="{name}" ', Path(told["manifest"]).read_text("utf-8"), count=1)
    place, made = bench.work / "AndroidManifest.xml", bench.work / "resources.apk"
    place.write_text(named, "utf-8")
    resources = str(Path(told["dist"]) / "src/main/res")
    words = ["aapt", "package", "-f", "-M", str(place), "-S", resources, "-I", str(FRAMEWORK), "--auto-add-overlay"]
    ended = subprocess.run([*words, "-F", str(made)], capture_output=True, text=True, check=False)
    if ended.returncode:
        raise Broken((ended.stderr.strip().splitlines() or ["aapt refused"])[-1][:300])
    badging = run(["aapt", "dump", "badging", str(made)])
    if f"name='{name}'" not in badging or "launchable-activity: name='org.kivy.android.PythonActivity'" not in badging:
        raise Broken("the compiled manifest names another app or nothing to launch")
    return f"aapt compiles it: {name}, launched by PythonActivity"


def network_flavour(bench: Bench) -> str:
    text = Path(bench.ask("render", "network")["manifest"]).read_text("utf-8")
    asked = set(re.findall(r'uses-permission android:name="android\.permission\.([^"]+)"', text))
    _none(sorted(asked ^ (PERMISSIONS | NETWORK)), "the flavour for the network differs by more than the internet")
    return "the flavour for the network asks for the internet, and for nothing else besides"


# --- our Java ---------------------------------------------------------------------------------------------------------


def java_compiles(bench: Bench) -> str:
    bench.classes()
    return f"javac compiles {len(java.sources(bench.project, java.OURS))} files for Java {java.RELEASE}"


def java_names(bench: Bench) -> str:
    used = java.uses(bench.project, bench.classes())
    _none(java.wrong_names(used, bench.api()), "not in Android")
    return f"all {len({str(one) for one in used})} names of Android that are used are published"


def java_levels(bench: Bench) -> str:
    used = java.uses(bench.project, bench.classes())
    least = int(package.spec_of(bench.project)["app"]["android.minapi"])
    _none(java.too_new(used, bench.api(), least, bench.project), "too new")
    return f"what came after API {least} is asked for only where it is there"


CHECKS: tuple[tuple[str, Check], ...] = (
    ("needed files", needed_files),
    ("unwanted files", unwanted_files),
    ("size", size),
    ("imports", imports),
    ("bytecode", bytecode),
    ("starts", starts),
    ("java compiles", java_compiles),
    ("java names", java_names),
    ("java levels", java_levels),
    ("spec", spec),
    ("spec keys", keys),
    ("same files", same_files),
    ("recipes", recipes),
    ("pure requirements", pure_requirements),
    ("manifest", manifest),
    ("orientation", orientation),
    ("kept awake", awake),
    ("gradle", gradle),
    ("aapt", aapt),
    ("network flavour", network_flavour),
)


def prove(project: Path, only: tuple[str, ...] = ()) -> Iterator[Proof]:
    """Every proof in turn, or those of these names; one that fails stops none of the others."""
    with tempfile.TemporaryDirectory(prefix="tapis-prove-") as folder:
        bench = Bench(project.resolve(), Path(folder))
        for name, check in CHECKS:
            if only and name not in only:
                continue
            try:
                yield Proof(name, Outcome.SHOWN, check(bench))
            except Broken as wrong:
                yield Proof(name, Outcome.BROKEN, str(wrong))
            except NotShown as why:
                yield Proof(name, Outcome.NOT_SHOWN, str(why))
