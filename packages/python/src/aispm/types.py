"""Types of requests and responses: one for each schema of the contract. They are dictionaries at run time."""

from .generated.types import *  # noqa: F403
