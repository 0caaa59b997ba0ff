"""Errors of the client. None of them contains the API key."""

from __future__ import annotations


class AispmError(Exception):
    """Base of all errors of this package.

    Attributes:
        operation: The operation that was called, as the contract names it.
    """

    def __init__(self, operation: str, message: str) -> None:
        super().__init__(f"{operation}: {message}")
        self.operation = operation


class ConnectionFailedError(AispmError):
    """The connection failed, so there was no response."""


class RequestTimeoutError(AispmError):
    """There was no response in time."""


class WaitTimeoutError(AispmError):
    """A run, a scan or an export hasn't ended in time. It continues."""


class RedirectError(AispmError):
    """The server redirects a request that changes data, which the client doesn't follow, or redirects in a loop."""


class DecodeError(AispmError):
    """The response isn't what the contract describes, such as a login page."""


class ApiError(AispmError):
    """The service rejected the request, or failed.

    Attributes:
        status: Status of the response.
        reason: Cause for programs, such as `run_active`; None when a gateway responded.
        details: Explanations of the invalid parts of the request, by their location, such as `query/page_size`.
        request_id: Identifies the request for support.
        retry_after: Seconds after which to retry, if the response has them.
    """

    def __init__(
        self,
        operation: str,
        status: int,
        message: str,
        *,
        reason: str | None = None,
        details: dict[str, str] | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        parts = [f"{status} {reason}" if reason else str(status), message]
        parts.extend(f"{location} {explanation}" for location, explanation in (details or {}).items())
        super().__init__(operation, ": ".join(parts[:2]) + "".join(f"; {part}" for part in parts[2:]))
        self.status = status
        self.message = message
        self.reason = reason
        self.details = details or {}
        self.request_id = request_id
        self.retry_after = retry_after


class BadRequestError(ApiError):
    """400: the request can't be parsed, or a part of it has the wrong type or format."""


class AuthenticationError(ApiError):
    """401: the API key is missing or invalid."""


class PermissionDeniedError(ApiError):
    """403: the API key has no access to the workspace, or not enough access for the operation."""


class NotFoundError(ApiError):
    """404: the record doesn't exist, or is in another workspace."""


class ConflictError(ApiError):
    """409: the state of the record prevents the request."""


class PreconditionFailedError(ApiError):
    """412: the record doesn't have the version of `if_match`."""


class UnprocessableError(ApiError):
    """422: the request violates a rule or refers to something that doesn't exist."""


class RateLimitError(ApiError):
    """429: the quota is used up."""


class ServerError(ApiError):
    """5xx: the service or a gateway failed."""


_BY_STATUS: dict[int, type[ApiError]] = {
    400: BadRequestError,
    401: AuthenticationError,
    403: PermissionDeniedError,
    404: NotFoundError,
    409: ConflictError,
    412: PreconditionFailedError,
    422: UnprocessableError,
    429: RateLimitError,
}


def error_class(status: int) -> type[ApiError]:
    """Return the class of the error for a status."""
    return ServerError if status >= 500 else _BY_STATUS.get(status, ApiError)
