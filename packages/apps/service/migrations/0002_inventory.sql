-- Objects of all six types, and the relations between them.

-- The most severe has the highest rank; no severity is 0.
CREATE FUNCTION aispm_severity_rank(severity text) RETURNS smallint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE severity WHEN 'critical' THEN 5 WHEN 'high' THEN 4 WHEN 'medium' THEN 3 WHEN 'low' THEN 2 WHEN 'info' THEN 1
    ELSE 0 END::smallint
$$;

-- One table for all types, so that an edge, a finding and a count can reference any of them. `details` contains the fields of the
-- record that only its type has. Lists filter and sort by the columns generated from it: comparing columns is
-- leakproof, reading members of JSON is not, and under row-level security only leakproof conditions can use an index.
CREATE TABLE objects (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  -- For an asset its `asset_id`, for a location its `location_id`.
  aispm_object_id text COLLATE "C" NOT NULL,
  object_type text COLLATE "C" NOT NULL,
  stable_key text COLLATE "C" NOT NULL,
  -- For an asset its `asset_name`.
  aispm_friendly_name text COLLATE "C" NOT NULL,
  -- Sort value of names: upper and lower case are equal.
  name_order text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(aispm_friendly_name COLLATE "default")) STORED,
  description text,
  lifecycle_status text COLLATE "C" NOT NULL DEFAULT 'active',
  discovery_sources text[] NOT NULL,
  labels jsonb NOT NULL DEFAULT '{}',
  details jsonb NOT NULL DEFAULT '{}',

  -- Updated by the transactions that change occurrences. For an asset they include the objects in it.
  total_issues_count bigint NOT NULL DEFAULT 0,
  critical_issues_count bigint NOT NULL DEFAULT 0,
  high_issues_count bigint NOT NULL DEFAULT 0,
  max_definitive_severity text COLLATE "C",
  max_severity_rank smallint NOT NULL GENERATED ALWAYS AS (aispm_severity_rank(max_definitive_severity)) STORED,
  -- Occurrences on the object that are not resolved.
  critical_occurrence_count bigint NOT NULL DEFAULT 0,
  high_occurrence_count bigint NOT NULL DEFAULT 0,

  -- Updated by the transactions that change edges.
  agent_count bigint NOT NULL DEFAULT 0,
  model_count bigint NOT NULL DEFAULT 0,
  tool_count bigint NOT NULL DEFAULT 0,
  mcp_server_count bigint NOT NULL DEFAULT 0,
  sub_agent_count bigint NOT NULL DEFAULT 0,
  ai_object_count bigint NOT NULL DEFAULT 0,

  -- Only of tools: digests of the accepted schemas, as `{input, output}`: those with which the tool was first seen, until a
  -- person resolves the finding that they have changed.
  accepted_schemas jsonb,

  -- Only of assets; written by scans.
  last_scan_id text COLLATE "C",
  last_scanned_at timestamptz(3),

  first_seen_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),

  -- The name that programs use; the filter by name searches it, too.
  technical_name text COLLATE "C" GENERATED ALWAYS AS (
    coalesce(details ->> 'model_name', details ->> 'tool_name', details ->> 'server_name', details ->> 'file_path')
  ) STORED,
  framework text COLLATE "C" GENERATED ALWAYS AS (details ->> 'framework') STORED,
  platform text COLLATE "C" GENERATED ALWAYS AS (details ->> 'platform') STORED,
  provider text COLLATE "C" GENERATED ALWAYS AS (details ->> 'provider') STORED,
  autonomy_level text COLLATE "C" GENERATED ALWAYS AS (details ->> 'autonomy_level') STORED,
  owners jsonb GENERATED ALWAYS AS (coalesce(details -> 'owners', details -> 'owner')) STORED,
  provider_name text COLLATE "C" GENERATED ALWAYS AS (details ->> 'provider_name') STORED,
  task text COLLATE "C" GENERATED ALWAYS AS (details ->> 'task') STORED,
  deployment text COLLATE "C" GENERATED ALWAYS AS (details ->> 'deployment') STORED,
  tool_source text COLLATE "C" GENERATED ALWAYS AS (details ->> 'tool_source') STORED,
  tool_kind text COLLATE "C" GENERATED ALWAYS AS (details ->> 'tool_kind') STORED,
  mcp_server_id text COLLATE "C" GENERATED ALWAYS AS (details ->> 'mcp_server_id') STORED,
  is_destructive boolean GENERATED ALWAYS AS ((details ->> 'is_destructive')::boolean) STORED,
  transport text COLLATE "C" GENERATED ALWAYS AS (details ->> 'transport') STORED,
  auth_type text COLLATE "C" GENERATED ALWAYS AS (details ->> 'auth_type') STORED,
  asset_type text COLLATE "C" GENERATED ALWAYS AS (details ->> 'asset_type') STORED,
  language text COLLATE "C" GENERATED ALWAYS AS (details ->> 'language') STORED,
  asset_id text COLLATE "C" GENERATED ALWAYS AS (details ->> 'asset_id') STORED,
  location_type text COLLATE "C" GENERATED ALWAYS AS (details ->> 'location_type') STORED,
  -- The start of the path that a cursor can contain; empty without a file, so that every location has a sort value.
  file_path text COLLATE "C" NOT NULL GENERATED ALWAYS AS (left(coalesce(details ->> 'file_path', ''), 300)) STORED,

  PRIMARY KEY (tenant_id, workspace_id, aispm_object_id)
);
CREATE UNIQUE INDEX objects_stable_key ON objects (tenant_id, workspace_id, object_type, stable_key);
-- One for each order of a list; the last column orders rows with equal sort values.
CREATE INDEX objects_by_name ON objects (tenant_id, workspace_id, object_type, name_order, aispm_object_id);
CREATE INDEX objects_by_severity ON objects (tenant_id, workspace_id, object_type, max_severity_rank, aispm_object_id);
CREATE INDEX objects_by_severity_falling
  ON objects (tenant_id, workspace_id, object_type, max_severity_rank DESC, aispm_object_id);
CREATE INDEX objects_by_issues ON objects (tenant_id, workspace_id, object_type, total_issues_count, aispm_object_id);
CREATE INDEX objects_by_first_seen ON objects (tenant_id, workspace_id, object_type, first_seen_at, aispm_object_id);
CREATE INDEX objects_by_last_seen ON objects (tenant_id, workspace_id, object_type, last_seen_at, aispm_object_id);
CREATE INDEX objects_by_update ON objects (tenant_id, workspace_id, object_type, updated_at, aispm_object_id);
CREATE INDEX objects_by_agents ON objects (tenant_id, workspace_id, object_type, agent_count, aispm_object_id)
  WHERE object_type IN ('model', 'tool', 'mcp_server');
CREATE INDEX objects_by_tools ON objects (tenant_id, workspace_id, object_type, tool_count, aispm_object_id)
  WHERE object_type = 'mcp_server';
CREATE INDEX objects_by_contents ON objects (tenant_id, workspace_id, object_type, ai_object_count, aispm_object_id)
  WHERE object_type = 'asset';
-- Objects that were never scanned come first.
CREATE INDEX objects_by_scan
  ON objects (tenant_id, workspace_id, object_type, (coalesce(last_scanned_at, '-infinity')), aispm_object_id)
  WHERE object_type = 'asset';
CREATE INDEX objects_by_file ON objects (tenant_id, workspace_id, object_type, file_path, aispm_object_id)
  WHERE object_type = 'location';
-- For filters that leave few rows of a long list.
CREATE INDEX objects_of_framework
  ON objects (tenant_id, workspace_id, object_type, framework, name_order, aispm_object_id)
  WHERE object_type = 'agent';
CREATE INDEX objects_of_provider
  ON objects (tenant_id, workspace_id, object_type, provider_name, name_order, aispm_object_id)
  WHERE object_type = 'model';
CREATE INDEX objects_of_server
  ON objects (tenant_id, workspace_id, object_type, mcp_server_id, name_order, aispm_object_id)
  WHERE object_type = 'tool';
CREATE INDEX objects_of_asset
  ON objects (tenant_id, workspace_id, object_type, asset_id, name_order, aispm_object_id)
  WHERE object_type = 'location';
-- For the dashboard's objects at risk: few have occurrences of these severities.
CREATE INDEX objects_at_risk
  ON objects (tenant_id, workspace_id, object_type, critical_occurrence_count DESC, high_occurrence_count DESC, aispm_object_id)
  WHERE critical_occurrence_count > 0 OR high_occurrence_count > 0;
SELECT aispm_isolate('objects');

-- One row for each relation, named as from its source: `models`, `tools`, `mcp_servers` and `sub_agents` of an agent, `tools` of
-- an MCP server, `assets` of anything, and `locations` of anything but an asset. The inverse is the same row, read from its target.
CREATE TABLE edges (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  source_id text COLLATE "C" NOT NULL,
  edge text COLLATE "C" NOT NULL,
  target_id text COLLATE "C" NOT NULL,
  source_type text COLLATE "C" NOT NULL,
  target_type text COLLATE "C" NOT NULL,
  evidence text COLLATE "C" NOT NULL,
  first_seen_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, workspace_id, source_id, edge, target_id),
  FOREIGN KEY (tenant_id, workspace_id, source_id) REFERENCES objects ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, workspace_id, target_id) REFERENCES objects ON DELETE CASCADE
);
CREATE INDEX edges_inverse ON edges (tenant_id, workspace_id, target_id, edge, source_type, source_id);
SELECT aispm_isolate('edges');
