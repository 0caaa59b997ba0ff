"""Requests, retries and responses, which the sync and the async client share."""

from __future__ import annotations

import json
import random
import re
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import quote

import httpx

from .errors import ApiError, DecodeError, RedirectError, error_class

USER_AGENT = "aispm-python/1.0.0"

#: Statuses after which the client retries a request that is safe to repeat.
TEMPORARY = frozenset({408, 429, 502, 503, 504})


@dataclass(frozen=True)
class Operation:
    """An operation of the contract."""

    id: str
    method: str
    path: str
    #: Names of the parameters, by their location.
    path_parameters: tuple[str, ...] = ()
    query_parameters: tuple[str, ...] = ()
    header_parameters: tuple[str, ...] = ()
    #: Field of a page that contains its items, if the operation is a list.
    rows: str | None = None
    #: Whether the response is JSON.
    is_json: bool = True


@dataclass(frozen=True)
class Retry:
    """When to retry: up to `max_retries` times, after delays that double from `base_delay` seconds."""

    max_retries: int = 2
    base_delay: float = 0.5
    #: The maximum delay; a longer `Retry-After` ends the call.
    max_delay: float = 30.0


@dataclass(frozen=True)
class Response:
    """A response: `data` is what the method of the operation returns."""

    status: int
    headers: Mapping[str, str] = field(repr=False)
    data: Any = field(repr=False)

    @property
    def etag(self) -> str | None:
        """Version of the record, for `if_match`."""
        return self.headers.get("etag")

    @property
    def request_id(self) -> str | None:
        """Identifies the request, for support."""
        return self.headers.get("x-request-id")


@dataclass(frozen=True)
class Settings:
    """Options of a client."""

    base_url: str
    api_key: str | Callable[[], str] = field(repr=False)
    tenant_id: str | None
    workspace_id: str | None
    timeout: float
    retry: Retry

    def headers(self) -> dict[str, str]:
        """Return the headers of each request."""
        key = self.api_key if isinstance(self.api_key, str) else self.api_key()
        return {"Authorization": f"Bearer {checked_key(key)}", "User-Agent": USER_AGENT}


@dataclass(frozen=True)
class Request:
    """A request to send, without the headers of the client."""

    method: str
    url: str
    params: list[tuple[str, str]]
    headers: dict[str, str]
    content: bytes | None

    @property
    def is_safe(self) -> bool:
        """Whether the request changes nothing, so that a redirect may be followed."""
        return self.method in ("GET", "HEAD")

    @property
    def is_repeatable(self) -> bool:
        """Whether sending the request twice has the same effect as sending it once."""
        return self.method in ("GET", "HEAD", "PUT", "DELETE") or "Idempotency-Key" in self.headers


def checked_key(key: object) -> str:
    """Return an API key that can be sent.

    Raises:
        ValueError: It is empty, or has the prefix `Bearer`. The message doesn't contain it.
    """
    if not isinstance(key, str) or not re.fullmatch(r"[\x21-\x7e]+", key):
        prefix = isinstance(key, str) and key.lower().startswith("bearer ")
        hint = "without the prefix Bearer" if prefix else "of printable ASCII characters without spaces"
        raise ValueError(f"api_key must be a string {hint}, and not empty.")
    return key


def parameter_name(name: str) -> str:
    """Return the name of a parameter in Python: `If-Match` is `if_match`."""
    return name.lower().replace("-", "_")


def build_request(operation: Operation, settings: Settings, parameters: Mapping[str, Any], body: object) -> Request:
    """Build the request of an operation.

    Raises:
        TypeError: A parameter is missing, unknown, or can't be sent.
    """
    given = {name: value for name, value in parameters.items() if value is not None}
    names = operation.path_parameters + operation.query_parameters + operation.header_parameters
    known = {parameter_name(name): name for name in names}
    for name in given:
        if name not in known:
            raise TypeError(f"{operation.id}: there is no parameter {name}.")
    for name in ("tenant_id", "workspace_id"):
        default = getattr(settings, name)
        if name in known and default is not None:
            given.setdefault(name, default)
    path = operation.path
    for name in operation.path_parameters:
        value = given.get(parameter_name(name))
        # Percent-encoding doesn't change "." and "..", which would select another path.
        if not isinstance(value, str) or value in ("", ".", ".."):
            raise TypeError(f"{operation.id}: {name} must be a string other than \"\", \".\" and \"..\".")
        path = path.replace("{" + name + "}", quote(value, safe=""))
    params = [
        (name, _to_text(operation, name, item))
        for name in operation.query_parameters
        for item in _to_list(given.get(parameter_name(name)))
    ]
    headers = {
        name: _to_header(operation, name, given[parameter_name(name)])
        for name in operation.header_parameters
        if parameter_name(name) in given
    }
    # One key for all attempts.
    if "Idempotency-Key" in operation.header_parameters:
        headers.setdefault("Idempotency-Key", str(uuid.uuid4()))
    headers["Accept"] = "application/json" if operation.is_json else "*/*"
    content = None
    if body is not None:
        headers["Content-Type"] = "application/json"
        try:
            content = json.dumps(body, allow_nan=False, ensure_ascii=False).encode()
        except (TypeError, ValueError) as error:
            raise TypeError(f"{operation.id}: the body is not JSON: {error}") from None
    return Request(operation.method, settings.base_url + path, params, headers, content)


def _to_list(value: object) -> list[object]:
    if value is None:
        return []
    if isinstance(value, (list, tuple, set, frozenset)):
        return list(value)
    return [value]


def _to_text(operation: Operation, name: str, value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int)) or (isinstance(value, float) and value - value == 0):
        return str(value)
    raise TypeError(f"{operation.id}: {name} must be a string, a number or a boolean, not {type(value).__name__}.")


def _to_header(operation: Operation, name: str, value: object) -> str:
    text = _to_text(operation, name, value)
    if not re.fullmatch(r"[\x20-\x7e]*", text):
        raise TypeError(f"{operation.id}: {name} must consist of printable ASCII characters.")
    return text


def retry_delay(request: Request, retry: Retry, attempt: int, response: httpx.Response | None) -> float | None:
    """Return the seconds until a retry; None for no retry.

    Args:
        attempt: Number of attempts so far.
        response: None when there was none.
    """
    after = None if response is None else retry_after(response.headers)
    if response is None or response.status_code in TEMPORARY:
        is_processed = response is None or response.status_code != 429
        if is_processed and not request.is_repeatable:
            return None
    # The first request with this key is still in progress.
    elif response.status_code != 409 or after is None or "Idempotency-Key" not in request.headers:
        return None
    if attempt > retry.max_retries:
        return None
    if after is not None:
        return None if after > retry.max_delay else after * (1 + random.random() / 4)
    return min(retry.max_delay, retry.base_delay * 2.0 ** (attempt - 1)) * (1 - random.random() / 2)


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds of `Retry-After`, which may be a number or a date."""
    value = headers.get("retry-after", "")
    if re.fullmatch(r"\d{1,9}", value):
        return float(value)
    try:
        # Relative to the server's clock, if the response has a date.
        now = parsedate_to_datetime(headers["date"])
        return max(0.0, (parsedate_to_datetime(value) - now).total_seconds())
    except (KeyError, TypeError, ValueError):
        return None


def read_response(operation: Operation, request: Request, response: httpx.Response) -> Response:
    """Convert a response.

    Raises:
        ApiError: The status isn't one of success.
        RedirectError: A request that changes data is redirected.
        DecodeError: The body isn't what the contract describes.
    """
    status = response.status_code
    if 300 <= status < 400 and not request.is_safe:
        target = httpx.URL(response.headers.get("location", "")).copy_with(query=None, userinfo=b"")
        message = f"the server redirects {request.method} to {target}. Check base_url, such as http instead of https."
        raise RedirectError(operation.id, message)
    if not 200 <= status < 300:
        raise _api_error(operation, response)
    if not operation.is_json or status == 204:
        if not operation.is_json and "html" in response.headers.get("content-type", ""):
            raise DecodeError(operation.id, "the response is a page, not the file. Check base_url.")
        return Response(status, response.headers, None if status == 204 else response.content)
    try:
        data = json.loads(response.content)
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise DecodeError(operation.id, f"the response with status {status} isn't a JSON object. Check base_url.")
    return Response(status, response.headers, data)


def _api_error(operation: Operation, response: httpx.Response) -> ApiError:
    try:
        body = json.loads(response.content)
    except ValueError:
        body = None
    fields: dict[str, Any] = body if isinstance(body, dict) else {}
    details = fields.get("details")
    status = response.status_code
    return error_class(status)(
        operation.id,
        status,
        str(fields.get("message", response.reason_phrase)),
        reason=fields.get("reason"),
        details=details if isinstance(details, dict) else None,
        request_id=response.headers.get("x-request-id"),
        retry_after=retry_after(response.headers),
    )


def next_page(operation: Operation, parameters: dict[str, Any], page: dict[str, Any]) -> bool:
    """Set the parameters of the next page, and return whether there is one.

    Raises:
        DecodeError: The service returned the same cursor again.
    """
    if "cursor" in operation.query_parameters:
        cursor = page.get("cursor")
        if cursor and cursor == parameters.get("cursor"):
            raise DecodeError(operation.id, "the service returned the same cursor twice.")
        parameters["cursor"] = cursor
        return bool(cursor)
    number = page.get("page", 1)
    parameters["page"] = number + 1
    return bool(number < page.get("total_pages", 0))


def page_items(operation: Operation, page: dict[str, Any]) -> list[Any]:
    """Return the items of a page; the rows of a table become dictionaries by column name."""
    rows = page[operation.rows or "items"]
    return rows if operation.rows == "items" else [dict(zip(page["header"], row, strict=False)) for row in rows]
