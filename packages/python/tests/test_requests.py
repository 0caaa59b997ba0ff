"""Requests, retries and errors, with responses from the tests."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from aispm import (
    ApiError,
    AsyncClient,
    Client,
    ConnectionFailedError,
    DecodeError,
    RateLimitError,
    RedirectError,
    RequestTimeoutError,
    Retry,
    WaitTimeoutError,
)

KEY = "secret-key-4711"
URL = "https://api.example/api/v1"
FAST = Retry(max_retries=2, base_delay=0, max_delay=5)
RUN: dict[str, Any] = {"id": "r1", "status": "running"}

Outcome = httpx.Response | Exception | Callable[[httpx.Request], httpx.Response]


class Server:
    """Returns its outcomes in order, repeats the last one, and records the requests."""

    def __init__(self, *outcomes: Outcome) -> None:
        self.outcomes = list(outcomes)
        self.requests: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        outcome = self.outcomes.pop(0) if len(self.outcomes) > 1 else self.outcomes[0]
        if isinstance(outcome, Exception):
            raise outcome
        return outcome(request) if callable(outcome) else outcome

    def client(self, **options: Any) -> Client:
        defaults = {"tenant_id": "t", "workspace_id": "w", "retry": FAST}
        return Client(URL, KEY, transport=httpx.MockTransport(self), **{**defaults, **options})


def reply(status: int, body: object = None, **headers: str) -> httpx.Response:
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, json={} if body is None else body, headers=names)


def test_sends_key_and_parameters_as_the_contract_names_them() -> None:
    server = Server(reply(200, {"items": [], "cursor": "", "page_size": 50}))
    server.client().list_issues(severity=["high", "critical"], include_total=True, workspace_id="other space")
    [request] = server.requests
    assert request.headers["authorization"] == f"Bearer {KEY}"
    assert str(request.url) == (
        f"{URL}/issues/tenants/t/workspaces/other%20space?severity=high&severity=critical&include_total=true"
    )


@pytest.mark.parametrize("key", ["", "Bearer abc", "a b", "ä"])
def test_rejects_a_key_that_cannot_be_sent_without_showing_it(key: str) -> None:
    with pytest.raises(ValueError, match="api_key") as caught:
        Client(URL, key)
    assert key == "" or key not in str(caught.value)


def test_rejects_missing_and_unknown_parameters() -> None:
    client = Client(URL, KEY, transport=httpx.MockTransport(Server(reply(200))))
    with pytest.raises(TypeError, match="listRules: tenant_id must be a string"):
        client.list_rules()
    with pytest.raises(TypeError, match="listRules: there is no parameter severities"):
        client.send("listRules", {"severities": ["high"]})


@pytest.mark.parametrize("name", ["", ".", ".."])
def test_rejects_a_path_parameter_that_would_select_another_path(name: str) -> None:
    server = Server(reply(200))
    with pytest.raises(TypeError, match="getRule: rule_id must be a string other than"):
        server.client().get_rule(name)
    assert server.requests == []


@pytest.mark.parametrize("name", ["a/b", "../x", "a?b", "a#b", "%2e%2e", "é"])
def test_encodes_a_path_parameter_as_one_segment(name: str) -> None:
    server = Server(reply(200, {"rule_id": name}))
    server.client().get_rule(name)
    [request] = server.requests
    assert request.url.raw_path.decode().count("/") == 8
    assert request.url.path.endswith(f"/{name}")


@pytest.mark.parametrize("tag", ["line\nbreak", "é", "\x00"])
def test_rejects_a_header_that_cannot_be_sent(tag: str) -> None:
    server = Server(reply(200))
    with pytest.raises(TypeError, match="If-Match must consist of printable ASCII characters"):
        server.client().delete_view("v", if_match=tag)
    assert server.requests == []


def test_follows_a_loop_of_redirects_once() -> None:
    server = Server(reply(302, location=f"{URL}/login"))
    with pytest.raises(RedirectError, match="in a loop"):
        server.client().get_rule("r")
    assert len(server.requests) == 21


def test_rejects_a_body_that_is_not_json() -> None:
    with pytest.raises(TypeError, match="the body is not JSON"):
        Server(reply(201)).client().send("createView", {}, {"name": float("nan")})


def test_repeats_a_read_until_it_succeeds() -> None:
    server = Server(reply(503), httpx.ConnectError("refused"), reply(200, {"rule_id": "r"}))
    assert server.client().get_rule("r")["rule_id"] == "r"
    assert len(server.requests) == 3


def test_repeats_a_creation_with_the_same_idempotency_key() -> None:
    server = Server(reply(503), reply(409, retry_after="0"), reply(201, {"id": "v"}))
    server.client().send("createView", {}, {})
    keys = {request.headers["idempotency-key"] for request in server.requests}
    assert len(server.requests) == 3
    assert len(keys) == 1


def test_does_not_repeat_a_change_that_may_have_been_made() -> None:
    server = Server(reply(503), reply(200))
    with pytest.raises(ApiError, match="503"):
        server.client().send("updateView", {"id": "v"}, {})
    assert len(server.requests) == 1


def test_repeats_a_change_that_was_not_processed() -> None:
    server = Server(reply(429, retry_after="0"), reply(200, {"id": "v"}))
    server.client().send("updateView", {"id": "v"}, {})
    assert len(server.requests) == 2


def test_does_not_wait_longer_than_the_maximum_delay() -> None:
    server = Server(reply(429, {"code": 429, "message": "Slow down."}, retry_after="3600"))
    with pytest.raises(RateLimitError) as caught:
        server.client().get_rule("r")
    assert caught.value.retry_after == 3600
    assert len(server.requests) == 1


def test_reads_a_date_in_retry_after_by_the_clock_of_the_server() -> None:
    date, later = "Tue, 01 Sep 2026 10:00:00 GMT", "Tue, 01 Sep 2026 11:00:00 GMT"
    server = Server(reply(429, {"code": 429, "message": "Slow down."}, date=date, retry_after=later))
    with pytest.raises(RateLimitError) as caught:
        server.client().get_rule("r")
    assert caught.value.retry_after == 3600


def test_ends_after_the_last_attempt() -> None:
    server = Server(httpx.ReadTimeout("slow"))
    with pytest.raises(RequestTimeoutError, match="getRule"):
        server.client().get_rule("r")
    assert len(server.requests) == 3


@pytest.mark.parametrize("failure", [httpx.ConnectError("refused"), httpx.ReadTimeout("slow")])
def test_no_error_contains_the_key(failure: httpx.RequestError) -> None:
    with pytest.raises((ConnectionFailedError, RequestTimeoutError)) as caught:
        Server(failure).client(retry=Retry(max_retries=0)).get_rule("r")
    error: BaseException | None = caught.value
    assert error is not None
    assert error.__context__ is None
    assert error.__cause__ is None
    assert KEY not in repr(vars(error))
    assert KEY not in repr(Server(reply(200)).client())


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_does_not_follow_redirects_of_changes(status: int) -> None:
    server = Server(reply(status, location="https://login.example/?token=x"), reply(201, {"id": "wrong"}))
    with pytest.raises(RedirectError, match="redirects POST to https://login.example/") as caught:
        server.client().send("createView", {}, {})
    assert "token" not in str(caught.value)
    assert len(server.requests) == 1


def test_follows_redirects_of_reads_without_sending_the_key_to_other_hosts() -> None:
    server = Server(reply(302, location="https://other.example/rule"), reply(200, {"rule_id": "r"}))
    assert server.client().get_rule("r")["rule_id"] == "r"
    assert "authorization" not in server.requests[1].headers


def test_raises_what_the_service_says() -> None:
    body = {
        "code": 400,
        "message": "The request has an invalid parameter.",
        "reason": "invalid_parameter",
        "details": {"query/page_size": "must be at most 100"},
    }
    with pytest.raises(ApiError) as caught:
        Server(reply(400, body, x_request_id="q1")).client().list_rules(page_size=500)
    error = caught.value
    assert (error.operation, error.status, error.reason) == ("listRules", 400, "invalid_parameter")
    assert error.details == body["details"]
    assert error.request_id == "q1"
    assert str(error) == (
        "listRules: 400 invalid_parameter: The request has an invalid parameter.; query/page_size must be at most 100"
    )


def test_rejects_a_page_of_a_login() -> None:
    with pytest.raises(DecodeError, match="Check base_url"):
        Server(httpx.Response(200, html="<h1>Log in</h1>")).client().get_rule("r")


def test_iterates_over_pages_by_cursor_and_by_number_up_to_a_limit() -> None:
    def cursor_page(request: httpx.Request) -> httpx.Response:
        start = int(request.url.params.get("cursor") or 0)
        return reply(200, {"items": [{"rule_id": start}, {"rule_id": start + 1}], "cursor": str(start + 2)})

    server = Server(cursor_page)
    rules: list[Any] = list(server.client().iter_rules(limit=5, source=["static"]))
    assert [rule["rule_id"] for rule in rules] == [0, 1, 2, 3, 4]
    assert all(request.url.params["source"] == "static" for request in server.requests)

    def numbered_page(request: httpx.Request) -> httpx.Response:
        page = int(request.url.params.get("page") or 1)
        return reply(200, {"items": [{"id": page}], "page": page, "total_pages": 3})

    runs: list[Any] = list(Server(numbered_page).client().iter_evaluation_runs())
    assert [run["id"] for run in runs] == [1, 2, 3]


def test_iterates_over_rows_by_the_names_of_their_columns() -> None:
    table = {"header": ["asset_name", "owner"], "rows": [["a", None]], "cursor": "", "total": 1}
    assert list(Server(reply(200, table)).client().iter_assets()) == [{"asset_name": "a", "owner": None}]


def test_ends_when_the_service_returns_a_cursor_twice() -> None:
    server = Server(reply(200, {"items": [], "cursor": "same"}))
    with pytest.raises(DecodeError, match="same cursor twice"):
        list(server.client().iter_rules())


def test_waits_through_a_restart_until_a_run_has_ended() -> None:
    ended = {**RUN, "status": "completed"}
    server = Server(reply(200, RUN, retry_after="0"), httpx.ConnectError("refused"), reply(200, ended))
    seen: list[str] = []
    run = server.client(retry=Retry(max_retries=0)).wait_for_run(
        "r1", poll_delay=0, on_progress=lambda progress: seen.append(progress["status"])
    )
    assert run["status"] == "completed"
    assert seen == ["running", "completed"]


def test_a_wait_ends_with_an_error_that_is_not_temporary_and_after_its_time() -> None:
    with pytest.raises(ApiError, match="404"):
        Server(reply(404)).client().wait_for_scan("s")
    with pytest.raises(WaitTimeoutError):
        Server(reply(200, RUN)).client().wait_for_run("r1", max_wait=0)


def test_the_async_client_does_the_same() -> None:
    server = Server(
        reply(503),
        reply(200, {"items": [{"rule_id": "r"}], "cursor": ""}),
        reply(200, RUN, retry_after="0"),
        reply(200, {**RUN, "status": "failed"}),
        httpx.ConnectError("refused"),
    )

    async def call() -> None:
        transport = httpx.MockTransport(server)
        async with AsyncClient(URL, KEY, tenant_id="t", workspace_id="w", retry=FAST, transport=transport) as client:
            assert [rule["rule_id"] async for rule in client.iter_rules()] == ["r"]
            assert (await client.wait_for_run("r1", poll_delay=0))["status"] == "failed"
            with pytest.raises(ConnectionFailedError) as caught:
                await client.get_rule("r")
            assert KEY not in repr(vars(caught.value))

    asyncio.run(call())
    assert json.loads(server.requests[0].content or b"null") is None
