"""What spectators see: one page without anything from elsewhere, and the totals it asks for every two seconds.

Names reach the page as data and are written as text; nothing that people typed is ever part of the page itself.
"""

import json
from base64 import b64encode
from dataclasses import asdict, dataclass
from hashlib import sha256

from companion.spectator.server import Answer

STYLE = """
*{box-sizing:border-box;margin:0}body{background:#0d1217;color:#f3f6f8;font:18px/1.4 system-ui,sans-serif;
min-height:100vh;padding:4vmin;display:flex;flex-direction:column;gap:3vmin}h1{font-size:min(9vmin,64px)}
p{color:#a3b1bd}#game{color:#5ad1b3;font-weight:700}ol{list-style:none;padding:0;display:grid;gap:2vmin}
li{background:#151c23;border-radius:18px;padding:2.5vmin 4vmin;display:flex;gap:3vmin;align-items:center;
border-left:8px solid}li b{flex:1;font-size:min(6vmin,40px);color:#f3f6f8;overflow-wrap:anywhere}
li span{font-size:min(6vmin,40px)}li strong{font-size:min(10vmin,72px);color:#f3f6f8;font-variant-numeric:tabular-nums}
table{border-collapse:collapse;width:100%;color:#a3b1bd}td,th{padding:6px;text-align:right;border-top:1px solid #2e3b47}
td:first-child,th:first-child{text-align:left}#late{color:#f2cf63}
"""
SCRIPT = """
const see=i=>document.getElementById(i),put=(at,tag,words)=>{const e=document.createElement(tag);e.textContent=words;
at.append(e);return e};
async function look(){try{const r=await fetch(location.pathname.replace(/\\/?$/,'/')+'state',{cache:'no-store'});
if(!r.ok)throw r.status;const s=await r.json();see('late').textContent='';document.title=s.game;
document.documentElement.lang=s.language;see('game').textContent=s.game;see('verdict').textContent=s.verdict;
see('facts').textContent=s.facts;const l=see('players');l.replaceChildren();for(const p of s.players){
const e=put(l,'li','');e.style.color=p.colour;put(e,'span',p.sign);put(e,'b',p.name);put(e,'strong',p.total)}
const t=see('rounds');t.replaceChildren();if(s.rounds.length){const h=put(t,'tr','');put(h,'th',s.round);
for(const p of s.seats)put(h,'th',p);for(const r of s.rounds){const e=put(t,'tr','');for(const c of r)put(e,'td',c)}}
}catch(e){see('late').textContent='…'}setTimeout(look,2000)}look();
"""
PAGE = (
    '<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    '<meta name="robots" content="noindex"><title>Tapis</title>'
    f'<style>{STYLE}</style></head><body><p id="game"></p><h1 id="verdict">Tapis</h1><p id="facts"></p>'
    f'<ol id="players"></ol><table id="rounds"></table><p id="late"></p><script>{SCRIPT}</script></body></html>'
).encode()
#: Shapes that go with the players' colours, as signs that every phone has.
SIGNS = {
    "circle": "●",
    "square": "■",
    "triangle": "▲",
    "diamond": "◆",
    "hexagon": "⬢",
    "drop": "▼",
    "bar": "▬",
    "ring": "○",
}


def _only(source: str) -> str:
    return f"'sha256-{b64encode(sha256(source.encode()).digest()).decode()}'"


#: Only this style and this script count, and only this device may be asked; colours are set by the script itself.
POLICY = (
    f"default-src 'none'; style-src {_only(STYLE)}; script-src {_only(SCRIPT)}; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@dataclass(frozen=True, slots=True)
class PlayerShown:
    name: str
    total: str
    colour: str
    sign: str


@dataclass(frozen=True, slots=True)
class Shown:
    """Everything on the page, as text: players in the order of their places, rounds as rows of cells."""

    language: str
    game: str
    verdict: str
    facts: str
    players: tuple[PlayerShown, ...]
    round: str = ""
    seats: tuple[str, ...] = ()
    rounds: tuple[tuple[str, ...], ...] = ()


def page() -> Answer:
    return Answer("text/html; charset=utf-8", PAGE, POLICY)


def state(shown: Shown) -> Answer:
    return Answer("application/json; charset=utf-8", json.dumps(asdict(shown), ensure_ascii=False).encode())
