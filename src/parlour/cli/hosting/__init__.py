"""Commands for whoever runs a hub and keeps its store. Import server and store when they run."""
