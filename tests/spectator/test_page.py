"""The page's own script, run where there is a JavaScript machine: it shows what it is told, names as text."""

import json
import shutil
import subprocess

import pytest

from companion.spectator.page import SCRIPT, PlayerShown, Shown, page, state

WINDOW = """
class Element { constructor(tag) { this.tag = tag; this.children = []; this.style = {}; this.textContent = ''; }
  append(child) { this.children.push(child); } replaceChildren() { this.children = []; } }
const found = {};
globalThis.document = { getElementById: id => found[id] ||= new Element(id),
  createElement: tag => new Element(tag), documentElement: {} };
globalThis.location = { pathname: '/token/' };
globalThis.setTimeout = () => 0;
globalThis.fetch = async address => ({ ok: address === '/token/state', json: async () => STATE });
"""
TELL = "setImmediate(() => setImmediate(() => console.log(JSON.stringify(found))));"


@pytest.mark.skipif(shutil.which("node") is None, reason="no JavaScript machine here")
def test_the_script_shows_totals_and_rounds_and_writes_names_as_text():
    ann = PlayerShown("<img src=x>", "33", "#7cc4ff", "●")
    shown = Shown("fr", "Frantic", "Ann gagne", "2 manches", (ann,), "manche", ("Ann",), (("2", "+20"), ("1", "+13")))
    source = f"const STATE = {state(shown).body.decode()};{WINDOW}{SCRIPT}{TELL}"
    done = subprocess.run(["node", "-e", source], capture_output=True, text=True, check=True, timeout=60)
    found = json.loads(done.stdout)
    assert found["verdict"]["textContent"] == "Ann gagne"
    (line,) = found["players"]["children"]
    assert [part["textContent"] for part in line["children"]] == ["●", "<img src=x>", "33"]
    rows = [[cell["textContent"] for cell in row["children"]] for row in found["rounds"]["children"]]
    assert rows == [["manche", "Ann"], ["2", "+20"], ["1", "+13"]]


def test_the_page_holds_nothing_that_people_typed():
    assert b"innerHTML" not in page().body
    assert page().body.count(SCRIPT.encode()) == 1
