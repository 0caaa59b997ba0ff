-- The catalogue of evaluations, those that are attached to agents, and their runs.

CREATE TABLE evaluations (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  name_order text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(name COLLATE "default")) STORED,
  description text NOT NULL,
  approach text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  config jsonb NOT NULL DEFAULT '{}',
  tags jsonb NOT NULL DEFAULT '{}',
  num_prompts integer NOT NULL,
  is_builtin boolean NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, workspace_id, id)
);
CREATE INDEX evaluations_by_name ON evaluations (tenant_id, workspace_id, name_order, id);
SELECT aispm_isolate('evaluations');

CREATE TABLE agent_evaluations (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  evaluation_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  name_order text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(name COLLATE "default")) STORED,
  config jsonb NOT NULL DEFAULT '{}',
  schedule text COLLATE "C",
  -- When the schedule was set; its runs are counted from that instant.
  scheduled_at timestamptz(3),
  -- When the schedule is due next; null without a schedule.
  next_run_at timestamptz(3),
  weight double precision NOT NULL,
  -- The newest run; lists filter by its state.
  latest_run_id text COLLATE "C",
  latest_run_status text COLLATE "C",
  -- Version of the settings, which is the entity tag.
  version bigint NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, workspace_id, id),
  FOREIGN KEY (tenant_id, workspace_id, agent_id) REFERENCES objects,
  FOREIGN KEY (tenant_id, workspace_id, evaluation_id) REFERENCES evaluations
);
CREATE INDEX agent_evaluations_by_name ON agent_evaluations (tenant_id, workspace_id, name_order, id);
CREATE INDEX agent_evaluations_of_agent ON agent_evaluations (tenant_id, workspace_id, agent_id, name_order, id);
CREATE INDEX agent_evaluations_due ON agent_evaluations (next_run_at) WHERE next_run_at IS NOT NULL;
SELECT aispm_isolate('agent_evaluations');

CREATE TABLE evaluation_runs (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  agent_evaluation_id text COLLATE "C" NOT NULL,
  evaluation_id text COLLATE "C" NOT NULL,
  agent_id text COLLATE "C" NOT NULL,
  -- The settings of the run when it was created.
  config jsonb NOT NULL,
  status text COLLATE "C" NOT NULL,
  progress double precision NOT NULL DEFAULT 0,
  trigger text COLLATE "C" NOT NULL,
  cancel_requested_at timestamptz(3),
  summary jsonb,
  score double precision,
  error_kind text COLLATE "C",
  error_message text,
  attempt integer NOT NULL DEFAULT 1,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- Lease: owner and expiry.
  lease_owner text,
  lease_expires_at timestamptz(3),
  PRIMARY KEY (tenant_id, workspace_id, id),
  FOREIGN KEY (tenant_id, workspace_id, agent_evaluation_id) REFERENCES agent_evaluations ON DELETE CASCADE
);
-- An attached evaluation has at most one run that has not ended.
CREATE UNIQUE INDEX evaluation_runs_active ON evaluation_runs (tenant_id, workspace_id, agent_evaluation_id)
  WHERE finished_at IS NULL;
CREATE INDEX evaluation_runs_by_creation ON evaluation_runs (tenant_id, workspace_id, created_at, id);
CREATE INDEX evaluation_runs_of_agent_evaluation
  ON evaluation_runs (tenant_id, workspace_id, agent_evaluation_id, created_at, id);
CREATE INDEX evaluation_runs_scored
  ON evaluation_runs (tenant_id, workspace_id, agent_evaluation_id, created_at, id) WHERE score IS NOT NULL;
CREATE INDEX evaluation_runs_of_agent ON evaluation_runs (tenant_id, workspace_id, agent_id, created_at, id);
CREATE INDEX evaluation_runs_unfinished ON evaluation_runs (created_at) WHERE finished_at IS NULL;
CREATE INDEX evaluation_runs_leases ON evaluation_runs (lease_expires_at) WHERE finished_at IS NULL;
SELECT aispm_isolate('evaluation_runs');

CREATE TABLE evaluation_run_results (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  run_id text COLLATE "C" NOT NULL,
  prompt_index integer NOT NULL,
  id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  score double precision,
  explanation text,
  category text COLLATE "C",
  conversation jsonb,
  latency_ms bigint,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, workspace_id, run_id, prompt_index),
  FOREIGN KEY (tenant_id, workspace_id, run_id) REFERENCES evaluation_runs ON DELETE CASCADE
);
SELECT aispm_isolate('evaluation_run_results');

-- Copies the state of the newest run to the attached evaluation, whatever changes the run.
CREATE FUNCTION aispm_note_latest_run() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE agent_evaluations SET latest_run_id = NEW.id, latest_run_status = NEW.status
  WHERE tenant_id = NEW.tenant_id AND workspace_id = NEW.workspace_id AND id = NEW.agent_evaluation_id
    AND NOT EXISTS (
      SELECT FROM evaluation_runs AS newer
      WHERE newer.tenant_id = NEW.tenant_id AND newer.workspace_id = NEW.workspace_id
        AND newer.agent_evaluation_id = NEW.agent_evaluation_id AND (newer.created_at, newer.id) > (NEW.created_at, NEW.id)
    );
  RETURN NULL;
END
$$;
CREATE TRIGGER evaluation_runs_latest AFTER INSERT OR UPDATE OF status ON evaluation_runs
  FOR EACH ROW EXECUTE FUNCTION aispm_note_latest_run();
