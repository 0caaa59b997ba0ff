-- Built while requests write to the table: see docs/database.md. For the list of changes, in the order of the log.
CREATE INDEX IF NOT EXISTS changes_by_time ON changes (tenant_id, workspace_id, occurred_at, position);
CREATE INDEX IF NOT EXISTS changes_of_kind ON changes (tenant_id, workspace_id, kind, object_type, position);
CREATE INDEX IF NOT EXISTS changes_of_severity ON changes (tenant_id, workspace_id, definitive_severity, position)
  WHERE definitive_severity IS NOT NULL;
