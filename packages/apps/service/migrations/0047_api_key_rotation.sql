-- The secret before the last rotation of an API key also works until a time.
ALTER TABLE api_keys
  ADD COLUMN previous_key_hash bytea,
  ADD COLUMN previous_expires_at timestamptz(3);
