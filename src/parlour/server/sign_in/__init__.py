"""Sign-in with the provider that the host chose. Imports live, access and problems."""
