"""Sign-in with the provider that the host chose."""
