-- The values of the lists of relations that existed before, and counts of interactions by day.

UPDATE edges SET source_list = source_id || ' ' || edge, target_name = target.name_order,
  target_list = target_id || ' ' || aispm_inverse_edge(edge, source_type), source_name = source.name_order
FROM objects AS source, objects AS target
WHERE source.tenant_id = edges.tenant_id AND source.workspace_id = edges.workspace_id AND source.aispm_object_id = edges.source_id
  AND target.tenant_id = edges.tenant_id AND target.workspace_id = edges.workspace_id AND target.aispm_object_id = edges.target_id
  AND source_list = '';

-- Counts of days by agent and by category, for windows of weeks: a month has 720 hours. They are sums of the counts of hours, which triggers
-- maintain, so that processes of the release before, which do not know them, add to them as well.
CREATE TABLE llm_interaction_days (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  day timestamptz(3) NOT NULL,
  -- Empty for interactions that name no agent.
  agent_id text COLLATE "C" NOT NULL,
  guardrail_outcome text COLLATE "C" NOT NULL,
  interaction_count bigint NOT NULL,
  PRIMARY KEY (tenant_id, workspace_id, day, agent_id, guardrail_outcome)
) WITH (fillfactor = 50);
SELECT aispm_isolate('llm_interaction_days');

CREATE TABLE llm_interaction_category_days (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  day timestamptz(3) NOT NULL,
  category text COLLATE "C" NOT NULL,
  guardrail_outcome text COLLATE "C" NOT NULL,
  interaction_count bigint NOT NULL,
  PRIMARY KEY (tenant_id, workspace_id, day, category, guardrail_outcome)
) WITH (fillfactor = 50);
SELECT aispm_isolate('llm_interaction_category_days');

-- Adds the changes of counts of hours to those of days. Arguments: the table of days, and its column of groups.
CREATE FUNCTION aispm_note_hours() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changes CONSTANT text := format('SELECT tenant_id, workspace_id, date_trunc(''day'', hour, ''UTC'') AS day, %I, guardrail_outcome,
    sum(interaction_count) AS interaction_count FROM (%s) AS hours GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5', TG_ARGV[1],
    CASE TG_OP
      WHEN 'INSERT' THEN 'TABLE new_rows'
      WHEN 'UPDATE' THEN format('TABLE new_rows UNION ALL
        SELECT tenant_id, workspace_id, hour, %I, guardrail_outcome, -interaction_count FROM old_rows', TG_ARGV[1])
      WHEN 'DELETE' THEN format('SELECT tenant_id, workspace_id, hour, %I, guardrail_outcome, -interaction_count AS interaction_count
        FROM old_rows', TG_ARGV[1])
    END);
  columns CONSTANT text := format('tenant_id, workspace_id, day, %I, guardrail_outcome', TG_ARGV[1]);
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- Where a workspace is erased, its days may be gone already.
    EXECUTE format('UPDATE %I AS known SET interaction_count = known.interaction_count + changed.interaction_count FROM (%s) AS changed
      WHERE (known.tenant_id, known.workspace_id, known.day, known.%3$I, known.guardrail_outcome)
        = (changed.tenant_id, changed.workspace_id, changed.day, changed.%3$I, changed.guardrail_outcome)',
      TG_ARGV[0], changes, TG_ARGV[1]);
  ELSE
    EXECUTE format('INSERT INTO %1$I AS known (%2$s, interaction_count) %3$s
      ON CONFLICT (%2$s) DO UPDATE SET interaction_count = known.interaction_count + excluded.interaction_count',
      TG_ARGV[0], columns, changes);
  END IF;
  EXECUTE format('DELETE FROM %I WHERE interaction_count = 0 AND (%s) IN (SELECT %2$s FROM (%s) AS changed)', TG_ARGV[0], columns, changes);
  RETURN NULL;
END
$$;
CREATE TRIGGER llm_interaction_hours_inserted AFTER INSERT ON llm_interaction_hours REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION aispm_note_hours('llm_interaction_days', 'agent_id');
CREATE TRIGGER llm_interaction_hours_updated AFTER UPDATE ON llm_interaction_hours
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION aispm_note_hours('llm_interaction_days', 'agent_id');
CREATE TRIGGER llm_interaction_hours_deleted AFTER DELETE ON llm_interaction_hours REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION aispm_note_hours('llm_interaction_days', 'agent_id');
CREATE TRIGGER llm_interaction_category_hours_inserted AFTER INSERT ON llm_interaction_category_hours REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION aispm_note_hours('llm_interaction_category_days', 'category');
CREATE TRIGGER llm_interaction_category_hours_updated AFTER UPDATE ON llm_interaction_category_hours
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION aispm_note_hours('llm_interaction_category_days', 'category');
CREATE TRIGGER llm_interaction_category_hours_deleted AFTER DELETE ON llm_interaction_category_hours REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION aispm_note_hours('llm_interaction_category_days', 'category');

-- The triggers lock the hours until the end of this migration; what waits for them is only what adds up counts.
INSERT INTO llm_interaction_days
SELECT tenant_id, workspace_id, date_trunc('day', hour, 'UTC') AS day, agent_id, guardrail_outcome, sum(interaction_count)
FROM llm_interaction_hours GROUP BY tenant_id, workspace_id, day, agent_id, guardrail_outcome HAVING sum(interaction_count) <> 0;
INSERT INTO llm_interaction_category_days
SELECT tenant_id, workspace_id, date_trunc('day', hour, 'UTC') AS day, category, guardrail_outcome, sum(interaction_count)
FROM llm_interaction_category_hours GROUP BY tenant_id, workspace_id, day, category, guardrail_outcome HAVING sum(interaction_count) <> 0;

-- The counts with the changes that are not yet in the hours.
CREATE VIEW current_llm_interaction_days WITH (security_invoker = true) AS
SELECT tenant_id, workspace_id, day, agent_id, guardrail_outcome, interaction_count FROM llm_interaction_days
UNION ALL
SELECT tenant_id, workspace_id, date_trunc('day', begins_at, 'UTC'), group_name, guardrail_outcome, interaction_count
FROM llm_interaction_count_changes, json_to_recordset(counts -> 'llm_interaction_hours')
  AS change (begins_at timestamptz(3), group_name text COLLATE "C", guardrail_outcome text COLLATE "C", interaction_count bigint);

CREATE VIEW current_llm_interaction_category_days WITH (security_invoker = true) AS
SELECT tenant_id, workspace_id, day, category, guardrail_outcome, interaction_count FROM llm_interaction_category_days
UNION ALL
SELECT tenant_id, workspace_id, date_trunc('day', begins_at, 'UTC'), group_name, guardrail_outcome, interaction_count
FROM llm_interaction_count_changes, json_to_recordset(counts -> 'llm_interaction_category_hours')
  AS change (begins_at timestamptz(3), group_name text COLLATE "C", guardrail_outcome text COLLATE "C", interaction_count bigint);

GRANT SELECT ON current_llm_interaction_days, current_llm_interaction_category_days TO aispm_request;

-- Other indexes have replaced these. Last, because nobody can use the table until the end of the migration.
DROP INDEX objects_of_server, objects_of_asset, objects_of_framework, objects_of_provider, objects_by_tools, objects_by_contents,
  objects_by_scan, objects_by_file;
