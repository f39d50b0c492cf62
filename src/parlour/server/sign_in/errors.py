"""Why a sign-in comes to nothing.

SignInFailed
├── ProviderAway    the provider does not answer, or not as one does
├── SignInStale     the answer belongs to no sign-in that this browser began just now
├── SignInRefused   the provider did not let somebody in, or takes no such code
└── SignInInvalid   what the provider is said to have signed does not hold
"""

from parlour.core.errors import ParlourError


class SignInFailed(ParlourError):
    """``code`` is stable; the message is for the log, and holds no secret."""

    code = "sign-in-failed"


class ProviderAway(SignInFailed):
    code = "sign-in-away"


class SignInStale(SignInFailed):
    code = "sign-in-stale"


class SignInRefused(SignInFailed):
    code = "sign-in-refused"


class SignInInvalid(SignInFailed):
    code = "sign-in-invalid"
