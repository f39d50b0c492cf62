"""Which picows the sockets need, and what is raised for another one."""

from importlib.metadata import PackageNotFoundError, version

from parlour.core.errors import ParlourError

NEEDED = "picows>=2.3.1,<2.4"


class PicowsUnsupported(ParlourError):
    """The installed picows lacks something that the sockets need, or does it otherwise."""

    def __init__(self, error: Exception) -> None:
        super().__init__(f"picows{_installed()} cannot carry the sockets ({error!r}); install {NEEDED}")


def _installed() -> str:
    try:
        return f" {version('picows')}"
    except PackageNotFoundError:
        return ""
