"""`python -m companion COMMAND` is the same as `tapis COMMAND`."""

import sys

from companion.cli import main

sys.exit(main())
