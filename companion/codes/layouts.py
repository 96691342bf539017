"""What a scanner meant, when it presses the keys of an American keyboard and the device has another one.

A scanner sends key positions, not characters. If the device believes in a French or German keyboard, `TAPIS1:` arrives
as `TQPIS&M` or `TAPIS1Ö`. The check of every code tells which reading was meant, so all of them may be tried.
"""

from collections.abc import Iterator

#: The same keys in the same order, as each keyboard names them: plain, then with shift.
_US = "`1234567890-=qwertyuiop[]asdfghjkl;'zxcvbnm,./" + '~!@#$%^&*()_+QWERTYUIOP{}ASDFGHJKL:"ZXCVBNM<>?'
_LAYOUTS = {
    "de": "^1234567890ß´qwertzuiopü+asdfghjklöäyxcvbnm,.-" + '°!"§$%&/()=?`QWERTZUIOPÜ*ASDFGHJKLÖÄYXCVBNM;:_',
    "ch": "§1234567890'^qwertzuiopü¨asdfghjklöäyxcvbnm,.-" + '°+"*ç%&/()=?`QWERTZUIOPè!ASDFGHJKLéàYXCVBNM;:_',
    "fr": "²&é\"'(-è_çà)=azertyuiop^$qsdfghjklmùwxcvbn,;:!" + "²1234567890°+AZERTYUIOP¨£QSDFGHJKLM%WXCVBN?./§",
    "be": "²&é\"'(§è!çà)-azertyuiop^$qsdfghjklmùwxcvbn,;:=" + "³1234567890°_AZERTYUIOP¨*QSDFGHJKLM%WXCVBN?./+",
    "it": "\\1234567890'ìqwertyuiopè+asdfghjklòàzxcvbnm,.-" + '|!"£$%&/()=?^QWERTYUIOPé*ASDFGHJKLç°ZXCVBNM;:_',
    "es": "º1234567890'¡qwertyuiop`+asdfghjklñ´zxcvbnm,.-" + 'ª!"·$%&/()=?¿QWERTYUIOP^*ASDFGHJKLÑ¨ZXCVBNM;:_',
}
_TABLES = {name: str.maketrans(keys, _US) for name, keys in _LAYOUTS.items()}


def readings(typed: str) -> Iterator[str]:
    """What may have been meant, the likeliest first. Caps Lock may be on, and some scanners type small letters only."""
    for pressed in (typed, _other_case(typed)):
        for text in (pressed, *(pressed.translate(table) for table in _TABLES.values())):
            yield text
            yield text.upper()


def _other_case(text: str) -> str:
    """Letter by letter; the one letter that would become two stays."""
    return "".join(letter.swapcase() if len(letter.swapcase()) == 1 else letter for letter in text)
