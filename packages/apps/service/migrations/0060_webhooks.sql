-- Webhooks: receivers of the events of a workspace.

CREATE TABLE webhooks (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  name_order text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(name COLLATE "default")) STORED,
  url text COLLATE "C" NOT NULL,
  -- Kinds and severities of the events that it receives; empty for all, also those of later versions.
  kinds text[] NOT NULL,
  severities text[] NOT NULL,
  is_active boolean NOT NULL DEFAULT true,
  -- Both null while it's active. Reasons: `requested`, `failures`, `gone`.
  deactivated_at timestamptz(3),
  deactivation_reason text COLLATE "C",
  -- The secrets themselves aren't stored: they're derived from these values and a key that requests can't read.
  secret_salt bytea NOT NULL,
  previous_secret_salt bytea,
  previous_secret_expires_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, workspace_id, id)
);
CREATE INDEX webhooks_by_name ON webhooks (tenant_id, workspace_id, name_order, id);
SELECT aispm_isolate('webhooks');
