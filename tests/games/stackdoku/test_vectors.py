"""What the client's preview is tested on is what the rules say."""

from tests.vectors import stack_views


def test_the_stacks_that_the_client_is_tested_on_are_those_of_the_rules() -> None:
    assert stack_views.FILE.read_text() == stack_views.text()
