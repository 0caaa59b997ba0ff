-- One statement for each workspace. For a list of tenants and one of workspaces, the planner multiplies their shares by those of the policy
-- of the table, expects a row of the workspace, and reads all of its relations.
CREATE OR REPLACE FUNCTION aispm_note_severities() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
DECLARE
  changed record;
BEGIN
  FOR changed IN
    SELECT tenant_id, workspace_id, array_agg(aispm_object_id) AS ids, array_agg(new_rows.max_severity_rank) AS ranks,
      array_agg(new_rows.name_order) AS names
    FROM new_rows JOIN old_rows USING (tenant_id, workspace_id, aispm_object_id)
    WHERE (new_rows.max_severity_rank, new_rows.name_order) <> (old_rows.max_severity_rank, old_rows.name_order)
    GROUP BY tenant_id, workspace_id ORDER BY tenant_id, workspace_id
  LOOP
    UPDATE edges SET source_rank = rank, source_name = name
    FROM unnest(changed.ids, changed.ranks, changed.names) AS object (id, rank, name)
    WHERE tenant_id = changed.tenant_id AND workspace_id = changed.workspace_id AND source_id = id AND source_id = ANY(changed.ids);
    UPDATE edges SET target_rank = rank, target_name = name
    FROM unnest(changed.ids, changed.ranks, changed.names) AS object (id, rank, name)
    WHERE tenant_id = changed.tenant_id AND workspace_id = changed.workspace_id AND target_id = id AND target_id = ANY(changed.ids);
  END LOOP;
  RETURN NULL;
END
$$;
