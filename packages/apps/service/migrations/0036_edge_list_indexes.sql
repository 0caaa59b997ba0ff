-- The lists of the relations that existed before, and their indexes.
UPDATE edges SET source_list = source_id || ' ' || edge, target_name = target.name_order,
  target_list = target_id || ' ' || aispm_inverse_edge(edge, source_type), source_name = source.name_order
FROM objects AS source, objects AS target
WHERE source.tenant_id = edges.tenant_id AND source.workspace_id = edges.workspace_id AND source.aispm_object_id = edges.source_id
  AND target.tenant_id = edges.tenant_id AND target.workspace_id = edges.workspace_id AND target.aispm_object_id = edges.target_id
  AND source_list = '';
CREATE INDEX edges_of_source ON edges (tenant_id, workspace_id, source_list, target_name, target_id);
CREATE INDEX edges_of_target ON edges (tenant_id, workspace_id, target_list, source_name, source_id);
