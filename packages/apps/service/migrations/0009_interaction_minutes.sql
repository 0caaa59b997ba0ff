-- Counts of each minute, written with those of the hours, for the parts of an hour at the ends of a window. Hours remain, because a
-- month has 45,000 minutes.
CREATE TABLE llm_interaction_total_minutes (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  minute timestamptz(3) NOT NULL,
  guardrail_outcome text COLLATE "C" NOT NULL,
  interaction_count bigint NOT NULL,
  PRIMARY KEY (tenant_id, workspace_id, minute, guardrail_outcome)
) WITH (fillfactor = 50);
SELECT aispm_isolate('llm_interaction_total_minutes');
INSERT INTO llm_interaction_total_minutes
SELECT tenant_id, workspace_id, date_trunc('minute', started_at, 'UTC') AS minute, guardrail_outcome, count(*)
FROM llm_interactions GROUP BY tenant_id, workspace_id, minute, guardrail_outcome;
