-- The relations of an object in the order of the names at their other ends, so that a page of them is read without the rest.

-- Both ends of a relation know it as part of a list: what their object and the edge are, and by which name the list is sorted. The object
-- and the edge are one column, which only the indexes of these lists begin with: the planner takes most objects to have few relations, and
-- would read and sort all of them by another index.
ALTER TABLE edges
  ADD COLUMN source_list text COLLATE "C" NOT NULL DEFAULT '',
  ADD COLUMN target_name text COLLATE "C" NOT NULL DEFAULT '',
  ADD COLUMN target_list text COLLATE "C" NOT NULL DEFAULT '',
  ADD COLUMN source_name text COLLATE "C" NOT NULL DEFAULT '';

-- Copies names and severity ranks of both ends to a new relation. The checks of its keys look up the same rows.
CREATE FUNCTION aispm_copy_ends() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  source record;
  target record;
BEGIN
  SELECT name_order, max_severity_rank INTO source FROM objects
  WHERE tenant_id = NEW.tenant_id AND workspace_id = NEW.workspace_id AND aispm_object_id = NEW.source_id;
  SELECT name_order, max_severity_rank INTO target FROM objects
  WHERE tenant_id = NEW.tenant_id AND workspace_id = NEW.workspace_id AND aispm_object_id = NEW.target_id;
  -- Without one of them the check of its key fails.
  NEW.source_list := NEW.source_id || ' ' || NEW.edge;
  NEW.target_name := coalesce(target.name_order, '');
  NEW.target_rank := coalesce(target.max_severity_rank, 0);
  NEW.target_list := NEW.target_id || ' ' || aispm_inverse_edge(NEW.edge, NEW.source_type);
  NEW.source_name := coalesce(source.name_order, '');
  NEW.source_rank := coalesce(source.max_severity_rank, 0);
  RETURN NEW;
END
$$;
-- A restored relation has them already.
CREATE TRIGGER edges_ends BEFORE INSERT ON edges FOR EACH ROW WHEN (NEW.source_list = '') EXECUTE FUNCTION aispm_copy_ends();

-- As before, without the ranks.
CREATE OR REPLACE FUNCTION aispm_note_new_edges() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
BEGIN
  INSERT INTO object_degrees (tenant_id, workspace_id, aispm_object_id, edge, degree)
  SELECT tenant_id, workspace_id, id, edge, count(*) FROM (
    SELECT tenant_id, workspace_id, source_id AS id, edge FROM changed
    UNION ALL
    SELECT tenant_id, workspace_id, target_id, aispm_inverse_edge(edge, source_type) FROM changed
  ) AS ends
  GROUP BY tenant_id, workspace_id, id, edge ORDER BY tenant_id, workspace_id, id, edge
  ON CONFLICT (tenant_id, workspace_id, aispm_object_id, edge) DO UPDATE SET degree = object_degrees.degree + excluded.degree;
  RETURN NULL;
END
$$;

-- As before, and copies changed names.
CREATE OR REPLACE FUNCTION aispm_note_severities() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
DECLARE
  tenants text[];
  workspaces text[];
  ids text[];
  ranks smallint[];
  names text[];
BEGIN
  SELECT array_agg(tenant_id), array_agg(workspace_id), array_agg(aispm_object_id), array_agg(new_rows.max_severity_rank),
    array_agg(new_rows.name_order)
  INTO tenants, workspaces, ids, ranks, names
  FROM new_rows JOIN old_rows USING (tenant_id, workspace_id, aispm_object_id)
  WHERE (new_rows.max_severity_rank, new_rows.name_order) <> (old_rows.max_severity_rank, old_rows.name_order);
  IF ids IS NULL THEN
    RETURN NULL;
  END IF;
  UPDATE edges SET source_rank = rank, source_name = name
  FROM unnest(tenants, workspaces, ids, ranks, names) AS changed (tenant, workspace, id, rank, name)
  WHERE tenant_id = tenant AND workspace_id = workspace AND source_id = id
    AND tenant_id = ANY(tenants) AND workspace_id = ANY(workspaces) AND source_id = ANY(ids);
  UPDATE edges SET target_rank = rank, target_name = name
  FROM unnest(tenants, workspaces, ids, ranks, names) AS changed (tenant, workspace, id, rank, name)
  WHERE tenant_id = tenant AND workspace_id = workspace AND target_id = id
    AND tenant_id = ANY(tenants) AND workspace_id = ANY(workspaces) AND target_id = ANY(ids);
  RETURN NULL;
END
$$;
