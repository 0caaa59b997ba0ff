-- Built while requests write to the table: see docs/database.md. The most severe occurrences of an issue in each status but resolved.
CREATE INDEX IF NOT EXISTS fine_grained_issues_unresolved
  ON fine_grained_issues (tenant_id, workspace_id, issue_id, status, severity_rank DESC, status_reason, fine_grained_issue_id)
  WHERE status <> 'resolved';
