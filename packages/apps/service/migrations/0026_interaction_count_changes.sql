-- Batches of interactions no longer wait for one another to add to the same counts. Each adds a row with its own, and every second the
-- rows are added to the counts. What is counted is in both: see docs/scaling.md.
CREATE TABLE llm_interaction_count_changes (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  change_id bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  -- By the name of a table of counts, its changes.
  counts json NOT NULL,
  PRIMARY KEY (tenant_id, workspace_id, change_id)
);
SELECT aispm_isolate('llm_interaction_count_changes');

-- The counts with their changes. Those who read them need access to both.
CREATE VIEW current_llm_interaction_total_hours WITH (security_invoker = true) AS
SELECT tenant_id, workspace_id, hour, guardrail_outcome, interaction_count FROM llm_interaction_total_hours
UNION ALL
SELECT tenant_id, workspace_id, begins_at, guardrail_outcome, interaction_count
FROM llm_interaction_count_changes, json_to_recordset(counts -> 'llm_interaction_total_hours')
  AS change (begins_at timestamptz(3), guardrail_outcome text COLLATE "C", interaction_count bigint);

CREATE VIEW current_llm_interaction_total_minutes WITH (security_invoker = true) AS
SELECT tenant_id, workspace_id, minute, guardrail_outcome, interaction_count FROM llm_interaction_total_minutes
UNION ALL
SELECT tenant_id, workspace_id, begins_at, guardrail_outcome, interaction_count
FROM llm_interaction_count_changes, json_to_recordset(counts -> 'llm_interaction_total_minutes')
  AS change (begins_at timestamptz(3), guardrail_outcome text COLLATE "C", interaction_count bigint);

CREATE VIEW current_llm_interaction_hours WITH (security_invoker = true) AS
SELECT tenant_id, workspace_id, hour, agent_id, guardrail_outcome, interaction_count FROM llm_interaction_hours
UNION ALL
SELECT tenant_id, workspace_id, begins_at, group_name, guardrail_outcome, interaction_count
FROM llm_interaction_count_changes, json_to_recordset(counts -> 'llm_interaction_hours')
  AS change (begins_at timestamptz(3), group_name text COLLATE "C", guardrail_outcome text COLLATE "C", interaction_count bigint);

CREATE VIEW current_llm_interaction_category_hours WITH (security_invoker = true) AS
SELECT tenant_id, workspace_id, hour, category, guardrail_outcome, interaction_count FROM llm_interaction_category_hours
UNION ALL
SELECT tenant_id, workspace_id, begins_at, group_name, guardrail_outcome, interaction_count
FROM llm_interaction_count_changes, json_to_recordset(counts -> 'llm_interaction_category_hours')
  AS change (begins_at timestamptz(3), group_name text COLLATE "C", guardrail_outcome text COLLATE "C", interaction_count bigint);

GRANT SELECT ON current_llm_interaction_total_hours, current_llm_interaction_total_minutes, current_llm_interaction_hours,
  current_llm_interaction_category_hours TO aispm_request;
