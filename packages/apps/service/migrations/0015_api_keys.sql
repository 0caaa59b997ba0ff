-- Names and access of API keys. Keys that exist already may do what they could do before, and not manage keys: the command line
-- creates one that may.
ALTER TABLE api_keys
  ADD COLUMN name text COLLATE "C" NOT NULL DEFAULT 'Unnamed',
  ADD COLUMN access text COLLATE "C" NOT NULL DEFAULT 'write';
ALTER TABLE api_keys ALTER COLUMN name DROP DEFAULT, ALTER COLUMN access DROP DEFAULT;

-- The last use is recorded to the minute.
UPDATE api_keys SET last_used_at = date_trunc('minute', last_used_at) WHERE last_used_at IS NOT NULL;
