"""Which picows the sockets need, and what is raised for another one."""

from importlib.metadata import version

from parlour.core.errors import ParlourError

NEEDED = "picows>=2.3.1,<2.4"


class PicowsUnsupported(ParlourError):
    """The installed picows lacks something that the sockets need, or does it otherwise."""

    def __init__(self, error: Exception) -> None:
        super().__init__(f"picows {version('picows')} cannot carry the sockets ({error!r}); install {NEEDED}")
