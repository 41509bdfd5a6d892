"""How the token gets into the browser: by a file that only this user can read. The browser is started with its name
alone, so that whoever lists the processes of this machine sees no token."""

import os
import shutil
import tempfile
from contextlib import suppress
from html import escape
from pathlib import Path

from engine.language.current import language, said

TITLE, PREFIX = "fatecast studio", "fatecast-studio-"

PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url={address}">
<title>{title}</title>
<p><a href="{address}">{link}</a></p>
</html>
"""


def own_folder() -> Path:
    """A new folder that nobody else can look into. It lies in the home folder, and its name begins with no dot, as
    browsers that are installed as a snap read neither the temporary folder nor what is hidden. In the temporary folder,
    if there is no home that can be written."""
    try:
        return Path(tempfile.mkdtemp(prefix=PREFIX, dir=Path.home()))
    except (OSError, RuntimeError):
        return Path(tempfile.mkdtemp(prefix=PREFIX))


class WayIn:
    """A file that leads to the studio, in a folder of its own. It is removed when it was used, and at the end."""

    def __init__(self) -> None:
        self.file = own_folder() / "studio.html"

    def write(self, address: str, token: str) -> None:
        """The token stands behind the `#` of the address: a browser sends that to nobody, and our page reads it."""
        handle = os.open(self.file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            words = {"language": language(), "title": TITLE, "link": escape(said("Open the studio"))}
            file.write(PAGE.format(address=f"{address}#{token}", **words))

    def remove(self) -> None:
        """Leave nothing behind."""
        with suppress(OSError):
            shutil.rmtree(self.file.parent)
