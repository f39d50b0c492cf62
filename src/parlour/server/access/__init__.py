"""Who may: identity, where a request comes from, how much somebody may ask for. Imports protocol."""
