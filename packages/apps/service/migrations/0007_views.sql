-- Saved views and their exports.

CREATE TABLE views (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  name_order text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(name COLLATE "default")) STORED,
  entity text COLLATE "C" NOT NULL,
  filters json NOT NULL,
  columns text[] NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, workspace_id, id)
);
CREATE INDEX views_by_name ON views (tenant_id, workspace_id, name_order, id);
SELECT aispm_isolate('views');

CREATE TABLE view_exports (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  export_workflow_id text COLLATE "C" NOT NULL,
  view_id text COLLATE "C" NOT NULL,
  export_status text COLLATE "C" NOT NULL,
  error_message text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- When the file is deleted; null until the export is completed.
  expires_at timestamptz(3),
  attempt integer NOT NULL DEFAULT 1,
  lease_owner text,
  lease_expires_at timestamptz(3),
  PRIMARY KEY (tenant_id, workspace_id, export_workflow_id),
  FOREIGN KEY (tenant_id, workspace_id, view_id) REFERENCES views ON DELETE CASCADE
);
-- A view has at most one export that has not ended.
CREATE UNIQUE INDEX view_exports_active ON view_exports (tenant_id, workspace_id, view_id) WHERE finished_at IS NULL;
CREATE INDEX view_exports_of_view ON view_exports (tenant_id, workspace_id, view_id);
CREATE INDEX view_exports_unfinished ON view_exports (created_at) WHERE finished_at IS NULL;
CREATE INDEX view_exports_expiry ON view_exports (expires_at) WHERE expires_at IS NOT NULL;
SELECT aispm_isolate('view_exports');

-- The file in parts of some hundred rows, so that every process can serve it and none keeps it in memory.
CREATE TABLE view_export_parts (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  export_workflow_id text COLLATE "C" NOT NULL,
  part integer NOT NULL,
  -- Rows as a JSON array of arrays of cells, in the order of the view's columns.
  rows json NOT NULL,
  PRIMARY KEY (tenant_id, workspace_id, export_workflow_id, part),
  FOREIGN KEY (tenant_id, workspace_id, export_workflow_id) REFERENCES view_exports ON DELETE CASCADE
);
SELECT aispm_isolate('view_export_parts');
