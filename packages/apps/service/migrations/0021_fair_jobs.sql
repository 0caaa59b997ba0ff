-- The rows are the queue of jobs. A claim finds the tenants, their workspaces and the first row of a workspace by one index, so that its
-- cost does not depend on how many rows wait or have ended: see docs/jobs.md.
CREATE INDEX scans_queue ON scans (tenant_id, workspace_id, position)
  WHERE status = 'queued' AND cancel_requested_at IS NULL;
CREATE INDEX evaluation_runs_queue ON evaluation_runs (tenant_id, workspace_id, created_at)
  WHERE status = 'queued' AND cancel_requested_at IS NULL;
CREATE INDEX view_exports_queue ON view_exports (tenant_id, workspace_id, created_at) WHERE export_status = 'queued';

-- Queued rows that are to be stopped, and the age of the others.
CREATE INDEX scans_waiting ON scans (cancel_requested_at, created_at) WHERE status = 'queued';
CREATE INDEX evaluation_runs_waiting ON evaluation_runs (cancel_requested_at, created_at) WHERE status = 'queued';
CREATE INDEX view_exports_waiting ON view_exports (created_at) WHERE export_status = 'queued';

-- Running rows.
CREATE INDEX scans_running ON scans (tenant_id, workspace_id) WHERE status = 'running';
CREATE INDEX evaluation_runs_running ON evaluation_runs (lease_expires_at) WHERE status = 'running';
CREATE INDEX view_exports_running ON view_exports (lease_expires_at) WHERE export_status = 'running';

DROP INDEX scans_unfinished, scans_leases, evaluation_runs_unfinished, evaluation_runs_leases, view_exports_unfinished;
