-- The hash of a request whose JSON is in canonical form (RFC 8785), so that the order of members does not matter. `request_hash`, of the body as it
-- was sent, is for processes of the release before, as is `locked_until`: the transaction of a request holds its key now.
ALTER TABLE idempotency_keys ADD COLUMN canonical_hash bytea;
