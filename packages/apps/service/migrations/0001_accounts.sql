-- API keys, and the isolation of workspaces.

-- Requests run as this role: it owns nothing, so that the policies below apply to it. An administrator may have created it;
-- several databases of one server may run this at the same time.
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

-- Lets requests access only the rows of their own workspace in a table. It is called for each table with a workspace.
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

-- Secrets that the service creates once, such as the key that signs cursors.
CREATE TABLE secrets (
  name text COLLATE "C" PRIMARY KEY,
  value bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- Every workspace that a key grants or has granted access to. New ones get the rules and evaluations of the service.
CREATE TABLE workspaces (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, workspace_id)
);

CREATE TABLE api_keys (
  -- The part of the key that is not secret, and identifies it.
  key_id text COLLATE "C" PRIMARY KEY,
  -- SHA-256 of the complete key.
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

-- Responses to requests with an Idempotency-Key, stored for retries.
CREATE TABLE idempotency_keys (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  idempotency_key text COLLATE "C" NOT NULL,
  -- SHA-256 of operation, path, query and body.
  request_hash bytea NOT NULL,
  -- Null while the first request runs. A request that has not ended at `locked_until` has died, and its key is free again.
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

-- Entries that applications store for their users. They belong to the user, and to no tenant.
CREATE TABLE client_storage (
  user_id text COLLATE "C" NOT NULL,
  client_id text COLLATE "C" NOT NULL,
  namespace text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  -- As text, so that the order of members is kept.
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
