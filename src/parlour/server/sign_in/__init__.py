"""Sign-in with an OpenID Connect provider that the host chose: the way there and back, and what it makes of a guest."""
