"""The proxies of the documentation and of deploy/, run as they stand there before a hub that is played."""
