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
  -- The last position of the log of changes whose event is in `webhook_deliveries`, was sent, or isn't selected.
  planned_position bigint NOT NULL,
  -- The first failure after the last success.
  first_failure_at timestamptz(3),
  -- The process that sends its events, and until when no other one does.
  lease_owner text COLLATE "C",
  lease_expires_at timestamptz(3),
  -- When it has something to do: changes to look at, or a delivery that's due. Null if it has nothing, and while it's inactive.
  due_at timestamptz(3),
  -- The earliest time of its next turn, because its receiver fails or asked to wait.
  resume_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, workspace_id, id)
);
CREATE INDEX webhooks_by_name ON webhooks (tenant_id, workspace_id, name_order, id);
-- Across workspaces, for the processes that send. It only contains what has something to do.
CREATE INDEX webhooks_due ON webhooks (due_at) WHERE due_at IS NOT NULL;
SELECT aispm_isolate('webhooks');

-- The events that a webhook has yet to receive. A row is deleted when the receiver has accepted it, or after its last attempt.
CREATE TABLE webhook_deliveries (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  webhook_id text COLLATE "C" NOT NULL,
  -- The position of the change.
  position bigint NOT NULL,
  -- What the event is about. Events about the same are sent one after the other.
  subject text COLLATE "C" NOT NULL,
  message_id text COLLATE "C" NOT NULL,
  payload text NOT NULL,
  failed_attempts integer NOT NULL DEFAULT 0,
  -- Null while an earlier event about the same waits.
  due_at timestamptz(3),
  PRIMARY KEY (tenant_id, workspace_id, webhook_id, position),
  FOREIGN KEY (tenant_id, workspace_id, webhook_id) REFERENCES webhooks ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (tenant_id, workspace_id, webhook_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_deliveries_of_subject ON webhook_deliveries (tenant_id, workspace_id, webhook_id, subject, position);
SELECT aispm_isolate('webhook_deliveries');

-- The last change of a log that the webhooks of its workspace have been told about.
ALTER TABLE change_logs ADD COLUMN announced_position bigint NOT NULL DEFAULT 0;
