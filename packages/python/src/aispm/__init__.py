"""Client of the AISPM API: `Client` and `AsyncClient`, with a method for each operation."""

from .client import AsyncClient, Client
from .errors import (
    AispmError,
    ApiError,
    AuthenticationError,
    BadRequestError,
    ConflictError,
    ConnectionFailedError,
    DecodeError,
    NotFoundError,
    PermissionDeniedError,
    PreconditionFailedError,
    RateLimitError,
    RedirectError,
    RequestTimeoutError,
    ServerError,
    UnprocessableError,
    WaitTimeoutError,
)
from .requests import Response, Retry

__all__ = [
    "AispmError",
    "ApiError",
    "AsyncClient",
    "AuthenticationError",
    "BadRequestError",
    "Client",
    "ConflictError",
    "ConnectionFailedError",
    "DecodeError",
    "NotFoundError",
    "PermissionDeniedError",
    "PreconditionFailedError",
    "RateLimitError",
    "RedirectError",
    "RequestTimeoutError",
    "Response",
    "Retry",
    "ServerError",
    "UnprocessableError",
    "WaitTimeoutError",
]
