-- Changes of views and their exports, stops of scans, and evaluations of tenants.

-- The version of a view is its entity tag.
ALTER TABLE views ADD COLUMN version bigint NOT NULL DEFAULT 1;

-- An export keeps what its view showed when it was requested.
ALTER TABLE view_exports
  ADD COLUMN view_name text COLLATE "C",
  ADD COLUMN entity text COLLATE "C",
  ADD COLUMN filters json,
  ADD COLUMN columns text[];
UPDATE view_exports AS export
SET view_name = view.name, entity = view.entity, filters = view.filters, columns = view.columns
FROM views AS view
WHERE view.tenant_id = export.tenant_id AND view.workspace_id = export.workspace_id AND view.id = export.view_id;
ALTER TABLE view_exports
  ALTER COLUMN view_name SET NOT NULL,
  ALTER COLUMN entity SET NOT NULL,
  ALTER COLUMN filters SET NOT NULL,
  ALTER COLUMN columns SET NOT NULL;
DROP INDEX view_exports_of_view;
CREATE INDEX view_exports_of_view ON view_exports (tenant_id, workspace_id, view_id, created_at, export_workflow_id);

-- When a client requested that a scan stop; null when none has.
ALTER TABLE scans ADD COLUMN cancel_requested_at timestamptz(3);

-- The version of an evaluation is its entity tag. Deleting one looks for its attachments.
ALTER TABLE evaluations ADD COLUMN version bigint NOT NULL DEFAULT 1;
CREATE INDEX agent_evaluations_of_evaluation ON agent_evaluations (tenant_id, workspace_id, evaluation_id);
