-- Captured interactions with models, and their counts by hour.

-- Partitioned by month, so that old months can be dropped as a unit.
CREATE TABLE llm_interactions (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  llm_interaction_id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C",
  session_id text COLLATE "C",
  trace_id text COLLATE "C",
  span_id text COLLATE "C",
  operation_name text NOT NULL,
  provider_name text NOT NULL,
  request_model text COLLATE "C",
  response_model text COLLATE "C",
  finish_reasons text[] NOT NULL DEFAULT '{}',
  input_tokens integer,
  output_tokens integer,
  total_tokens bigint,
  cost_usd double precision,
  started_at timestamptz(3) NOT NULL,
  finished_at timestamptz(3),
  duration_ms bigint,
  error_type text,
  content_redacted boolean NOT NULL DEFAULT false,
  input_messages json,
  output_messages json,
  tool_calls json NOT NULL DEFAULT '[]',
  guardrail_outcome text COLLATE "C" NOT NULL,
  guardrail_results json NOT NULL DEFAULT '[]',
  -- Filters of the list: the requested tools, and the categories of guardrails with a detection.
  tool_names text[] NOT NULL DEFAULT '{}',
  detected_categories text[] NOT NULL DEFAULT '{}',
  -- Categories of all guardrails that checked it, each once.
  categories text[] NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  -- In the order of the list; `llm_interaction_keys` has the instant of an identifier.
  PRIMARY KEY (tenant_id, workspace_id, started_at, llm_interaction_id)
) PARTITION BY RANGE (started_at);
CREATE INDEX llm_interactions_of_agent
  ON llm_interactions (tenant_id, workspace_id, agent_id, started_at, llm_interaction_id);
CREATE INDEX llm_interactions_of_session
  ON llm_interactions (tenant_id, workspace_id, session_id, started_at, llm_interaction_id);
CREATE INDEX llm_interactions_of_trace
  ON llm_interactions (tenant_id, workspace_id, trace_id, started_at, llm_interaction_id);
SELECT aispm_isolate('llm_interactions');
-- Months without a partition.
CREATE TABLE llm_interactions_other PARTITION OF llm_interactions DEFAULT;

-- Returns the name of the partition of the month of an instant, whether or not it exists.
CREATE FUNCTION aispm_month_partition(instant timestamptz) RETURNS text LANGUAGE sql STABLE
RETURN 'llm_interactions_' || to_char(instant AT TIME ZONE 'UTC', 'YYYY_MM');

CREATE FUNCTION aispm_has_month(instant timestamptz) RETURNS boolean LANGUAGE sql STABLE
RETURN to_regclass('public.' || aispm_month_partition(instant)) IS NOT NULL;

-- Creates the partition of the month of an instant, for months from two years ago to three months ahead; others use the default one.
-- Returns whether the month has a partition. Runs as the owner, because requests own no table.
CREATE FUNCTION aispm_ensure_month(instant timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  month CONSTANT timestamp := date_trunc('month', instant AT TIME ZONE 'UTC');
  partition CONSTANT text := aispm_month_partition(instant);
BEGIN
  IF aispm_has_month(instant) THEN
    RETURN true;
  END IF;
  IF instant NOT BETWEEN now() - interval '2 years' AND now() + interval '3 months' THEN
    RETURN false;
  END IF;
  -- One at a time; a waiting transaction finds the partition.
  PERFORM pg_advisory_xact_lock(hashtext('llm_interactions'));
  IF NOT aispm_has_month(instant) THEN
    EXECUTE format('CREATE TABLE %I PARTITION OF llm_interactions FOR VALUES FROM (%L) TO (%L)', partition,
      month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
  END IF;
  RETURN true;
EXCEPTION
  -- Earlier interactions of that month are in the default partition; so will the others be.
  WHEN check_violation THEN
    RETURN false;
END
$$;
SELECT aispm_ensure_month(now() + months * interval '1 month') FROM generate_series(-13, 2) AS months;

-- The location of each interaction: a key across all partitions, with the instant that determines the partition.
CREATE TABLE llm_interaction_keys (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  llm_interaction_id text COLLATE "C" NOT NULL,
  started_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, workspace_id, llm_interaction_id)
);
SELECT aispm_isolate('llm_interaction_keys');

-- The first interaction of each span: detects duplicates that were reported without an identifier.
CREATE TABLE llm_interaction_spans (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  trace_id text COLLATE "C" NOT NULL,
  span_id text COLLATE "C" NOT NULL,
  llm_interaction_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, workspace_id, trace_id, span_id)
);
SELECT aispm_isolate('llm_interaction_spans');

-- Counts of each hour, written in the transaction that stores the interactions: total, by agent, and by category. The total
-- could be summed over agents, but at a cost that grows with their number. Pages are left half empty,
-- so that an updated count stays in its page, and no index changes.
CREATE TABLE llm_interaction_total_hours (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  hour timestamptz(3) NOT NULL,
  guardrail_outcome text COLLATE "C" NOT NULL,
  interaction_count bigint NOT NULL,
  PRIMARY KEY (tenant_id, workspace_id, hour, guardrail_outcome)
) WITH (fillfactor = 50);
SELECT aispm_isolate('llm_interaction_total_hours');

CREATE TABLE llm_interaction_hours (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  hour timestamptz(3) NOT NULL,
  -- Empty for interactions that name no agent.
  agent_id text COLLATE "C" NOT NULL,
  guardrail_outcome text COLLATE "C" NOT NULL,
  interaction_count bigint NOT NULL,
  PRIMARY KEY (tenant_id, workspace_id, hour, agent_id, guardrail_outcome)
) WITH (fillfactor = 50);
SELECT aispm_isolate('llm_interaction_hours');

CREATE TABLE llm_interaction_category_hours (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  hour timestamptz(3) NOT NULL,
  category text COLLATE "C" NOT NULL,
  guardrail_outcome text COLLATE "C" NOT NULL,
  interaction_count bigint NOT NULL,
  PRIMARY KEY (tenant_id, workspace_id, hour, category, guardrail_outcome)
) WITH (fillfactor = 50);
SELECT aispm_isolate('llm_interaction_category_hours');
