-- Who may ask for what, and how one workspace is kept apart from another.

-- Requests run as this role: it owns nothing, so that the policies below hold for it. An administrator may have made it before;
-- several databases of one server may come here at once.
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'aispm_request') THEN
    CREATE ROLE aispm_request NOLOGIN;
  END IF;
EXCEPTION
  WHEN duplicate_object OR unique_violation THEN NULL;
END
$$;
DO $$
BEGIN
  IF NOT pg_has_role(current_user, 'aispm_request', 'MEMBER') THEN
    EXECUTE format('GRANT aispm_request TO %I', current_user);
  END IF;
EXCEPTION
  WHEN unique_violation THEN NULL;
END
$$;
GRANT USAGE ON SCHEMA public TO aispm_request;

-- Lets requests reach the rows of their own workspace in a table, and no others. Each table with a workspace is given to it.
CREATE FUNCTION aispm_isolate(target regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  own CONSTANT text := 'tenant_id = current_setting(''aispm.tenant'', true) '
    'AND workspace_id = current_setting(''aispm.workspace'', true)';
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY own_workspace ON %s TO aispm_request USING (%s) WITH CHECK (%s)', target, own, own);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO aispm_request', target);
END
$$;

-- What the service makes for itself once, such as the key that signs cursors.
CREATE TABLE secrets (
  name text COLLATE "C" PRIMARY KEY,
  value bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Every workspace that a key reaches, or ever did. New ones get the rules and evaluations that the service brings.
CREATE TABLE workspaces (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, workspace_id)
);

CREATE TABLE api_keys (
  -- The part of the key that is not secret, by which it is found.
  key_id text COLLATE "C" PRIMARY KEY,
  -- SHA-256 of the whole key.
  key_hash bytea NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3)
);

CREATE TABLE api_key_grants (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  key_id text COLLATE "C" NOT NULL REFERENCES api_keys ON DELETE CASCADE,
  is_default boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant_id, workspace_id, key_id),
  FOREIGN KEY (tenant_id, workspace_id) REFERENCES workspaces
);
CREATE INDEX api_key_grants_key ON api_key_grants (key_id);
CREATE UNIQUE INDEX api_key_grants_default ON api_key_grants (key_id) WHERE is_default;

-- Answers to POST requests that named an Idempotency-Key, kept to be given again.
CREATE TABLE idempotency_keys (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  idempotency_key text COLLATE "C" NOT NULL,
  -- SHA-256 of operation, path, query and body.
  request_hash bytea NOT NULL,
  -- Null while the first request runs. One that outlives `locked_until` has died, and its key is free again.
  status smallint,
  headers jsonb,
  body text,
  locked_until timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, workspace_id, user_id, idempotency_key)
);
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at);
SELECT aispm_isolate('idempotency_keys');

-- What applications keep for their users. It belongs to the user, in no tenant.
CREATE TABLE client_storage (
  user_id text COLLATE "C" NOT NULL,
  client_id text COLLATE "C" NOT NULL,
  namespace text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  -- As text, so that what was written is read back with its members in order.
  value json NOT NULL,
  size_bytes integer NOT NULL,
  etag text COLLATE "C" NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, client_id, namespace, key)
);
ALTER TABLE client_storage ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_user ON client_storage TO aispm_request
  USING (user_id = current_setting('aispm.user', true)) WITH CHECK (user_id = current_setting('aispm.user', true));
GRANT SELECT, INSERT, UPDATE, DELETE ON client_storage TO aispm_request;
