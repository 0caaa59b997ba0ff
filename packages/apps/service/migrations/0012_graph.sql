-- Labels and owners that persons set, neighbourhoods in the graph, and when records were last changed.

-- What persons set is stored beside what scans report, so that no scan can overwrite it. `labels` and `owners` are what results.
ALTER TABLE objects RENAME COLUMN labels TO scanned_labels;

-- Applies changes of persons to the labels of scans; null removes a label. An object has at most 100 labels: those of persons first.
CREATE FUNCTION aispm_merge_labels(scanned jsonb, changes jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM (
    SELECT key, value FROM jsonb_each(jsonb_strip_nulls(scanned || changes))
    ORDER BY NOT changes ? key, key COLLATE "C" LIMIT 100
  ) AS merged
$$;

ALTER TABLE objects
  DROP COLUMN owners,
  -- Labels that persons set, by key; null for those that they removed.
  ADD COLUMN label_changes jsonb NOT NULL DEFAULT '{}',
  -- Owners that a person set; null when nobody did.
  ADD COLUMN chosen_owners jsonb;
ALTER TABLE objects
  ADD COLUMN labels jsonb NOT NULL GENERATED ALWAYS AS (
    CASE label_changes WHEN '{}' THEN scanned_labels ELSE aispm_merge_labels(scanned_labels, label_changes) END
  ) STORED,
  ADD COLUMN owners jsonb GENERATED ALWAYS AS (coalesce(chosen_owners, details -> 'owners', details -> 'owner')) STORED;

-- How many objects each edge of an object leads to, as the object names its edges. Counting the relations of an object that has
-- many would take as long as reading them.
CREATE TABLE object_degrees (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  aispm_object_id text COLLATE "C" NOT NULL,
  edge text COLLATE "C" NOT NULL,
  degree bigint NOT NULL,
  PRIMARY KEY (tenant_id, workspace_id, aispm_object_id, edge),
  FOREIGN KEY (tenant_id, workspace_id, aispm_object_id) REFERENCES objects ON DELETE CASCADE
);
SELECT aispm_isolate('object_degrees');

-- Copies of the severity ranks of both ends, so that the most severe neighbours of an object are found without reading all of them.
ALTER TABLE edges
  ADD COLUMN source_rank smallint NOT NULL DEFAULT 0,
  ADD COLUMN target_rank smallint NOT NULL DEFAULT 0;
CREATE INDEX edges_by_severity ON edges (tenant_id, workspace_id, source_id, edge, target_rank DESC, target_id);
DROP INDEX edges_inverse;
CREATE INDEX edges_inverse ON edges (tenant_id, workspace_id, target_id, edge, source_type, source_rank DESC, source_id);

-- Returns the name of an edge as seen from its target.
CREATE FUNCTION aispm_inverse_edge(edge text, source_type text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE edge WHEN 'sub_agents' THEN 'parent_agents' ELSE source_type || 's' END
$$;

-- Statements change one relation or tens of thousands. The triggers read the rows that they need by their keys and join them with
-- hashes: without statistics of the rows of this transaction, the planner would choose nested loops whose cost grows with the square.
CREATE FUNCTION aispm_note_new_edges() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
BEGIN
  INSERT INTO object_degrees (tenant_id, workspace_id, aispm_object_id, edge, degree)
  SELECT tenant_id, workspace_id, id, edge, count(*) FROM (
    SELECT tenant_id, workspace_id, source_id AS id, edge FROM changed
    UNION ALL
    SELECT tenant_id, workspace_id, target_id, aispm_inverse_edge(edge, source_type) FROM changed
  ) AS ends
  GROUP BY tenant_id, workspace_id, id, edge ORDER BY tenant_id, workspace_id, id, edge
  ON CONFLICT (tenant_id, workspace_id, aispm_object_id, edge) DO UPDATE SET degree = object_degrees.degree + excluded.degree;
  WITH ranked AS MATERIALIZED (
    SELECT tenant_id, workspace_id, aispm_object_id, max_severity_rank FROM objects
    WHERE tenant_id = ANY(ARRAY(SELECT DISTINCT tenant_id FROM changed))
      AND workspace_id = ANY(ARRAY(SELECT DISTINCT workspace_id FROM changed))
      AND aispm_object_id = ANY(ARRAY(SELECT source_id FROM changed UNION SELECT target_id FROM changed))
      AND max_severity_rank > 0
  ), ends AS MATERIALIZED (
    SELECT changed.tenant_id, changed.workspace_id, changed.source_id, changed.edge, changed.target_id,
      coalesce(source.max_severity_rank, 0) AS source_rank, coalesce(target.max_severity_rank, 0) AS target_rank
    FROM changed
    LEFT JOIN ranked AS source ON source.tenant_id = changed.tenant_id AND source.workspace_id = changed.workspace_id
      AND source.aispm_object_id = changed.source_id
    LEFT JOIN ranked AS target ON target.tenant_id = changed.tenant_id AND target.workspace_id = changed.workspace_id
      AND target.aispm_object_id = changed.target_id
    WHERE coalesce(source.max_severity_rank, target.max_severity_rank) IS NOT NULL
  )
  UPDATE edges SET source_rank = ends.source_rank, target_rank = ends.target_rank
  FROM ends
  WHERE edges.tenant_id = ends.tenant_id AND edges.workspace_id = ends.workspace_id AND edges.source_id = ends.source_id
    AND edges.edge = ends.edge AND edges.target_id = ends.target_id
    AND edges.tenant_id = ANY(ARRAY(SELECT DISTINCT tenant_id FROM ends))
    AND edges.workspace_id = ANY(ARRAY(SELECT DISTINCT workspace_id FROM ends))
    AND edges.source_id = ANY(ARRAY(SELECT DISTINCT source_id FROM ends));
  RETURN NULL;
END
$$;
CREATE TRIGGER edges_inserted AFTER INSERT ON edges REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION aispm_note_new_edges();

CREATE FUNCTION aispm_note_deleted_edges() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
BEGIN
  UPDATE object_degrees SET degree = object_degrees.degree - lost.degree
  FROM (
    SELECT tenant_id, workspace_id, id, edge, count(*) AS degree FROM (
      SELECT tenant_id, workspace_id, source_id AS id, edge FROM changed
      UNION ALL
      SELECT tenant_id, workspace_id, target_id, aispm_inverse_edge(edge, source_type) FROM changed
    ) AS ends
    GROUP BY tenant_id, workspace_id, id, edge
  ) AS lost
  WHERE object_degrees.tenant_id = lost.tenant_id AND object_degrees.workspace_id = lost.workspace_id
    AND object_degrees.aispm_object_id = lost.id AND object_degrees.edge = lost.edge
    AND object_degrees.tenant_id = ANY(ARRAY(SELECT DISTINCT tenant_id FROM changed))
    AND object_degrees.workspace_id = ANY(ARRAY(SELECT DISTINCT workspace_id FROM changed))
    AND object_degrees.aispm_object_id = ANY(ARRAY(SELECT source_id FROM changed UNION SELECT target_id FROM changed));
  RETURN NULL;
END
$$;
CREATE TRIGGER edges_deleted AFTER DELETE ON edges REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION aispm_note_deleted_edges();

CREATE FUNCTION aispm_note_severities() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
DECLARE
  tenants text[];
  workspaces text[];
  ids text[];
  ranks smallint[];
BEGIN
  SELECT array_agg(tenant_id), array_agg(workspace_id), array_agg(aispm_object_id), array_agg(new_rows.max_severity_rank)
  INTO tenants, workspaces, ids, ranks
  FROM new_rows JOIN old_rows USING (tenant_id, workspace_id, aispm_object_id)
  WHERE new_rows.max_severity_rank <> old_rows.max_severity_rank;
  IF ids IS NULL THEN
    RETURN NULL;
  END IF;
  UPDATE edges SET source_rank = rank
  FROM unnest(tenants, workspaces, ids, ranks) AS ranked (tenant, workspace, id, rank)
  WHERE tenant_id = tenant AND workspace_id = workspace AND source_id = id
    AND tenant_id = ANY(tenants) AND workspace_id = ANY(workspaces) AND source_id = ANY(ids);
  UPDATE edges SET target_rank = rank
  FROM unnest(tenants, workspaces, ids, ranks) AS ranked (tenant, workspace, id, rank)
  WHERE tenant_id = tenant AND workspace_id = workspace AND target_id = id
    AND tenant_id = ANY(tenants) AND workspace_id = ANY(workspaces) AND target_id = ANY(ids);
  RETURN NULL;
END
$$;
CREATE TRIGGER objects_severities AFTER UPDATE ON objects REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION aispm_note_severities();

-- What the triggers maintain, for the relations that exist.
INSERT INTO object_degrees (tenant_id, workspace_id, aispm_object_id, edge, degree)
SELECT tenant_id, workspace_id, id, edge, count(*) FROM (
  SELECT tenant_id, workspace_id, source_id AS id, edge FROM edges
  UNION ALL
  SELECT tenant_id, workspace_id, target_id, aispm_inverse_edge(edge, source_type) FROM edges
) AS ends
GROUP BY tenant_id, workspace_id, id, edge;
UPDATE edges SET source_rank = source.max_severity_rank, target_rank = target.max_severity_rank
FROM objects AS source, objects AS target
WHERE source.tenant_id = edges.tenant_id AND source.workspace_id = edges.workspace_id AND source.aispm_object_id = edges.source_id
  AND target.tenant_id = edges.tenant_id AND target.workspace_id = edges.workspace_id AND target.aispm_object_id = edges.target_id
  AND source.max_severity_rank + target.max_severity_rank > 0;

-- When a record was last changed, for clients that keep a copy. Leases are no part of the record.
ALTER TABLE scans ADD COLUMN updated_at timestamptz(3) NOT NULL DEFAULT now();
UPDATE scans SET updated_at = coalesce(finished_at, started_at, created_at);
ALTER TABLE evaluation_runs ADD COLUMN updated_at timestamptz(3) NOT NULL DEFAULT now();
UPDATE evaluation_runs SET updated_at = coalesce(finished_at, cancel_requested_at, started_at, created_at);

-- The time of the change and not that of its transaction, which becomes visible later.
CREATE FUNCTION aispm_set_updated_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.updated_at := clock_timestamp();
  RETURN NEW;
END
$$;
CREATE TRIGGER scans_updated BEFORE UPDATE ON scans FOR EACH ROW
  WHEN ((OLD.status, OLD.progress, OLD.is_current, OLD.asset_id, OLD.has_ai_objects, OLD.ai_object_count, OLD.num_detections,
      OLD.num_resolutions, OLD.error_message, OLD.started_at, OLD.finished_at)
    IS DISTINCT FROM (NEW.status, NEW.progress, NEW.is_current, NEW.asset_id, NEW.has_ai_objects, NEW.ai_object_count,
      NEW.num_detections, NEW.num_resolutions, NEW.error_message, NEW.started_at, NEW.finished_at))
  EXECUTE FUNCTION aispm_set_updated_at();
CREATE TRIGGER evaluation_runs_updated BEFORE UPDATE ON evaluation_runs FOR EACH ROW
  WHEN ((OLD.status, OLD.progress, OLD.cancel_requested_at, OLD.summary, OLD.score, OLD.error_kind, OLD.error_message, OLD.attempt,
      OLD.started_at, OLD.finished_at)
    IS DISTINCT FROM (NEW.status, NEW.progress, NEW.cancel_requested_at, NEW.summary, NEW.score, NEW.error_kind,
      NEW.error_message, NEW.attempt, NEW.started_at, NEW.finished_at))
  EXECUTE FUNCTION aispm_set_updated_at();

-- For the filter `updated_since`. An interaction never changes, so `created_at` is its last change.
CREATE INDEX scans_by_update ON scans (tenant_id, workspace_id, updated_at, scan_id);
CREATE INDEX evaluation_runs_by_update ON evaluation_runs (tenant_id, workspace_id, updated_at, id);
CREATE INDEX fine_grained_issues_by_update ON fine_grained_issues (tenant_id, workspace_id, updated_at, fine_grained_issue_id);
CREATE INDEX llm_interactions_by_creation ON llm_interactions (tenant_id, workspace_id, created_at, llm_interaction_id);
