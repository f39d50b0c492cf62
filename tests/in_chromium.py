"""Runs a program in Chromium, on a page beside the files of a folder."""

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.e2e.browser import launch


class Quiet(SimpleHTTPRequestHandler):
    """The files, without a word, for a page that is isolated from others: its clock tells microseconds."""

    def end_headers(self) -> None:
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Nobody reads it."""


def in_chromium(folder: Path, program: str, given: object = None) -> object:
    """What a function of JavaScript answers there, however long it takes; the folder's files are at ``/``."""
    (folder / "index.html").write_text("<!doctype html>")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as files:
        threading.Thread(target=files.serve_forever, daemon=True).start()
        with sync_playwright() as playwright:
            browser = launch(playwright)
            page = browser.new_page()
            page.set_default_timeout(0)
            page.goto(f"http://127.0.0.1:{files.server_port}/")
            found: object = page.evaluate(program, given)
            browser.close()
        files.shutdown()
    return found
