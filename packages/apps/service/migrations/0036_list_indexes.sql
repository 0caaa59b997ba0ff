-- Indexes that are built while requests write to the tables: see docs/database.md.

-- The lists of relations.
CREATE INDEX IF NOT EXISTS edges_of_source ON edges (tenant_id, workspace_id, source_list, target_name, target_id);
CREATE INDEX IF NOT EXISTS edges_of_target ON edges (tenant_id, workspace_id, target_list, source_name, source_id);

-- An index of the objects of one type must not have the type as a column: the planner drops a condition that follows from the predicate of
-- an index, and would know no condition for the first columns of these. So it read them from the beginning to any page.
CREATE INDEX IF NOT EXISTS tools_of_server ON objects (tenant_id, workspace_id, mcp_server_id, name_order, aispm_object_id)
  WHERE object_type = 'tool';
CREATE INDEX IF NOT EXISTS locations_of_asset ON objects (tenant_id, workspace_id, asset_id, name_order, aispm_object_id)
  WHERE object_type = 'location';
CREATE INDEX IF NOT EXISTS agents_of_framework ON objects (tenant_id, workspace_id, framework, name_order, aispm_object_id)
  WHERE object_type = 'agent';
CREATE INDEX IF NOT EXISTS models_of_provider ON objects (tenant_id, workspace_id, provider_name, name_order, aispm_object_id)
  WHERE object_type = 'model';
CREATE INDEX IF NOT EXISTS mcp_servers_by_tools ON objects (tenant_id, workspace_id, tool_count, aispm_object_id)
  WHERE object_type = 'mcp_server';
CREATE INDEX IF NOT EXISTS assets_by_contents ON objects (tenant_id, workspace_id, ai_object_count, aispm_object_id)
  WHERE object_type = 'asset';
CREATE INDEX IF NOT EXISTS assets_by_scan ON objects (tenant_id, workspace_id, (coalesce(last_scanned_at, '-infinity')), aispm_object_id)
  WHERE object_type = 'asset';
CREATE INDEX IF NOT EXISTS locations_by_file ON objects (tenant_id, workspace_id, file_path, aispm_object_id)
  WHERE object_type = 'location';
