-- Built while requests write to the table: see docs/database.md. The logs whose webhooks have to be told about changes.
CREATE INDEX IF NOT EXISTS change_logs_unannounced ON change_logs (tenant_id, workspace_id) WHERE last_position > announced_position;
