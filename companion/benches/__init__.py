"""What `tapis bench NAME` measures, one module each, found by themselves.

A bench is a module with a docstring (its long help), `HELP` (one line), `add_arguments(parser)` and
`rows(args) -> Iterator[Row]`. A row is plain data for one JSON line; a row whose "ok" is False fails the bench.
"""

from typing import Any, TypeAlias

Row: TypeAlias = dict[str, Any]
