-- Built while requests write to the table: see docs/database.md. Few occurrences have an assignee or a date.
CREATE INDEX IF NOT EXISTS fine_grained_issues_of_assignee
  ON fine_grained_issues (tenant_id, workspace_id, assignee, severity_rank DESC, fine_grained_issue_id)
  WHERE assignee IS NOT NULL;
CREATE INDEX IF NOT EXISTS fine_grained_issues_with_assignee
  ON fine_grained_issues (tenant_id, workspace_id, severity_rank DESC, fine_grained_issue_id) WHERE assignee IS NOT NULL;
CREATE INDEX IF NOT EXISTS fine_grained_issues_by_due_date
  ON fine_grained_issues (tenant_id, workspace_id, due_at, fine_grained_issue_id) WHERE due_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS issue_history_of_occurrence
  ON issue_history (tenant_id, workspace_id, issue_id, fine_grained_issue_id, position) WHERE fine_grained_issue_id IS NOT NULL;
