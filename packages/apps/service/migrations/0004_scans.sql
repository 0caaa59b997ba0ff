-- Scans and their results.

-- The repeated subject of scans of one type: an asset, or the target when there is no asset. Its current scan contains its current
-- objects. Scans of one target are processed one after the other.
CREATE TABLE scan_targets (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  scan_target_id text COLLATE "C" NOT NULL,
  scan_type text COLLATE "C" NOT NULL,
  target text COLLATE "C" NOT NULL,
  asset_id text COLLATE "C",
  current_scan_id text COLLATE "C",
  PRIMARY KEY (tenant_id, workspace_id, scan_target_id),
  UNIQUE (tenant_id, workspace_id, scan_type, target)
);
SELECT aispm_isolate('scan_targets');

CREATE TABLE scans (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  scan_id text COLLATE "C" NOT NULL,
  scan_target_id text COLLATE "C" NOT NULL,
  -- The order of submission.
  position bigint GENERATED ALWAYS AS IDENTITY,
  scan_type text COLLATE "C" NOT NULL,
  trigger text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  progress double precision NOT NULL DEFAULT 0,
  is_current boolean NOT NULL DEFAULT false,
  asset_id text COLLATE "C",
  target text COLLATE "C" NOT NULL,
  branch text,
  commit_sha text,
  tool_name text NOT NULL,
  tool_version text NOT NULL,
  has_ai_objects boolean NOT NULL DEFAULT false,
  ai_object_count bigint NOT NULL DEFAULT 0,
  num_detections bigint NOT NULL DEFAULT 0,
  num_resolutions bigint NOT NULL DEFAULT 0,
  error_message text,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- The scan document; null once it is processed.
  document jsonb,
  attempt integer NOT NULL DEFAULT 1,
  lease_owner text,
  lease_expires_at timestamptz(3),
  PRIMARY KEY (tenant_id, workspace_id, scan_id),
  FOREIGN KEY (tenant_id, workspace_id, scan_target_id) REFERENCES scan_targets
);
CREATE UNIQUE INDEX scans_current ON scans (tenant_id, workspace_id, scan_target_id) WHERE is_current;
CREATE INDEX scans_by_creation ON scans (tenant_id, workspace_id, created_at, scan_id);
-- Scans that have not ended come last.
CREATE INDEX scans_by_end ON scans (tenant_id, workspace_id, (coalesce(finished_at, 'infinity')), scan_id);
CREATE INDEX scans_by_end_falling ON scans (tenant_id, workspace_id, (coalesce(finished_at, '-infinity')) DESC, scan_id);
CREATE INDEX scans_by_contents ON scans (tenant_id, workspace_id, ai_object_count, scan_id);
CREATE INDEX scans_by_detections ON scans (tenant_id, workspace_id, num_detections, scan_id);
CREATE INDEX scans_of_asset ON scans (tenant_id, workspace_id, asset_id, created_at, scan_id);
CREATE INDEX scans_of_target ON scans (tenant_id, workspace_id, scan_target_id, position);
CREATE INDEX scans_unfinished ON scans (position) WHERE finished_at IS NULL;
CREATE INDEX scans_leases ON scans (lease_expires_at) WHERE finished_at IS NULL;
SELECT aispm_isolate('scans');

CREATE TABLE scan_results (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  scan_id text COLLATE "C" NOT NULL,
  -- Rises in the order of processing.
  scan_result_id text COLLATE "C" NOT NULL,
  result_kind text COLLATE "C" NOT NULL,
  change text COLLATE "C" NOT NULL,
  object_type text COLLATE "C",
  aispm_object_id text COLLATE "C",
  fine_grained_issue_id text COLLATE "C",
  definitive_severity text COLLATE "C",
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, workspace_id, scan_id, scan_result_id),
  FOREIGN KEY (tenant_id, workspace_id, scan_id) REFERENCES scans ON DELETE CASCADE
);
SELECT aispm_isolate('scan_results');

-- The targets that report an object, an edge or an occurrence at the moment. What no target reports is gone. A scan with the same contents as
-- the previous one writes none of them. No foreign key to the targets: it would look up the same target for each of thousands of rows.
CREATE TABLE object_sightings (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  scan_target_id text COLLATE "C" NOT NULL,
  aispm_object_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, workspace_id, scan_target_id, aispm_object_id),
  FOREIGN KEY (tenant_id, workspace_id, aispm_object_id) REFERENCES objects ON DELETE CASCADE
);
CREATE INDEX object_sightings_of_object ON object_sightings (tenant_id, workspace_id, aispm_object_id);
SELECT aispm_isolate('object_sightings');

CREATE TABLE edge_sightings (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  scan_target_id text COLLATE "C" NOT NULL,
  source_id text COLLATE "C" NOT NULL,
  edge text COLLATE "C" NOT NULL,
  target_id text COLLATE "C" NOT NULL,
  evidence text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, workspace_id, scan_target_id, source_id, edge, target_id),
  FOREIGN KEY (tenant_id, workspace_id, source_id, edge, target_id) REFERENCES edges ON DELETE CASCADE
);
CREATE INDEX edge_sightings_of_edge ON edge_sightings (tenant_id, workspace_id, source_id, edge, target_id);
SELECT aispm_isolate('edge_sightings');

CREATE TABLE fine_grained_issue_sightings (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  scan_target_id text COLLATE "C" NOT NULL,
  fine_grained_issue_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, workspace_id, scan_target_id, fine_grained_issue_id),
  FOREIGN KEY (tenant_id, workspace_id, fine_grained_issue_id) REFERENCES fine_grained_issues ON DELETE CASCADE
);
CREATE INDEX fine_grained_issue_sightings_of_issue
  ON fine_grained_issue_sightings (tenant_id, workspace_id, fine_grained_issue_id);
SELECT aispm_isolate('fine_grained_issue_sightings');
