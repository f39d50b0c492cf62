"""Work that takes long, done for whoever asks: by processes of its own, in turn, bounded. Imports protocol."""
