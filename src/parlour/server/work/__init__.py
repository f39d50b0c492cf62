"""Work that takes long, for whoever asks: by processes of its own, in turn, bounded. Imports access and protocol."""
