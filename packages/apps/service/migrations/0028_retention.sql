-- What retention needs to find old data without reading the rest: see docs/data-life.md.

-- The content of interactions that began before is removed; null when none is.
ALTER TABLE workspaces ADD COLUMN content_removed_until timestamptz(3);

CREATE INDEX scans_expiry ON scans (finished_at) WHERE finished_at IS NOT NULL AND NOT is_current;
CREATE INDEX evaluation_run_results_expiry ON evaluation_run_results (created_at) WHERE conversation IS NOT NULL;
CREATE INDEX view_exports_end ON view_exports (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX fine_grained_issues_expiry ON fine_grained_issues (resolved_at) WHERE status = 'resolved';
CREATE INDEX issue_history_expiry ON issue_history (changed_at);
