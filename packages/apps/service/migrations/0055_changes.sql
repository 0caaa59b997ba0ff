-- The log of what changed in a workspace: `domains/changes` writes and reads it.

CREATE TABLE changes (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  -- Ascending in the order of commits, without gaps. A client that has read up to a position never finds another change before it later.
  position bigint NOT NULL,
  -- Never before that of an earlier position.
  occurred_at timestamptz(3) NOT NULL,
  kind text COLLATE "C" NOT NULL,
  -- Identifies the issue, scan, run, export, object or rule; of a relation its source.
  subject_id text COLLATE "C" NOT NULL,
  -- Of an object, or of the source of a relation; otherwise empty.
  object_type text COLLATE "C" NOT NULL DEFAULT '',
  edge text COLLATE "C",
  target_id text COLLATE "C",
  definitive_severity text COLLATE "C",
  status text COLLATE "C",
  changed_fields text[] NOT NULL DEFAULT '{}',
  -- The scan that caused the change.
  scan_id text COLLATE "C",
  PRIMARY KEY (tenant_id, workspace_id, position)
);
-- Retention, across workspaces.
CREATE INDEX changes_by_age ON changes (occurred_at);
SELECT aispm_isolate('changes');
REVOKE UPDATE, DELETE ON changes FROM aispm_request;

-- The last change of each workspace. Its row is locked from the numbering of a transaction's changes to the end of the transaction.
CREATE TABLE change_logs (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  last_position bigint NOT NULL,
  last_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, workspace_id)
);
SELECT aispm_isolate('change_logs');

-- The changes of a transaction until its end, when they become changes with positions. Nobody else ever sees a row.
CREATE TABLE unnumbered_changes (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  batch text COLLATE "C" NOT NULL,
  -- From 0, without gaps.
  ordinal bigint NOT NULL,
  kind text COLLATE "C" NOT NULL,
  subject_id text COLLATE "C" NOT NULL,
  object_type text COLLATE "C" NOT NULL DEFAULT '',
  edge text COLLATE "C",
  target_id text COLLATE "C",
  definitive_severity text COLLATE "C",
  status text COLLATE "C",
  changed_fields text[] NOT NULL DEFAULT '{}',
  scan_id text COLLATE "C",
  PRIMARY KEY (tenant_id, workspace_id, batch, ordinal)
);
SELECT aispm_isolate('unnumbered_changes');

-- Numbers a batch. It runs when its transaction has done everything else, so that no one who waits for the log holds up a transaction that the
-- log waits for.
CREATE FUNCTION aispm_number_changes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  total CONSTANT bigint := (
    SELECT count(*) FROM unnumbered_changes
    WHERE tenant_id = NEW.tenant_id AND workspace_id = NEW.workspace_id AND batch = NEW.batch
  );
  log change_logs;
BEGIN
  INSERT INTO change_logs (tenant_id, workspace_id, last_position, last_at)
  VALUES (NEW.tenant_id, NEW.workspace_id, total, clock_timestamp())
  ON CONFLICT (tenant_id, workspace_id) DO UPDATE SET last_position = change_logs.last_position + total,
    last_at = greatest(change_logs.last_at, clock_timestamp())
  RETURNING * INTO log;
  WITH batch AS (
    DELETE FROM unnumbered_changes AS unnumbered
    WHERE unnumbered.tenant_id = NEW.tenant_id AND unnumbered.workspace_id = NEW.workspace_id AND unnumbered.batch = NEW.batch
    RETURNING *
  )
  INSERT INTO changes (tenant_id, workspace_id, position, occurred_at, kind, subject_id, object_type, edge, target_id,
    definitive_severity, status, changed_fields, scan_id)
  SELECT tenant_id, workspace_id, log.last_position - total + 1 + ordinal, log.last_at, kind, subject_id, object_type, edge,
    target_id, definitive_severity, status, changed_fields, scan_id
  FROM batch ORDER BY ordinal;
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER number_changes AFTER INSERT ON unnumbered_changes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.ordinal = 0) EXECUTE FUNCTION aispm_number_changes();

-- Records that a job has ended, no matter how. Arguments: the kind of the change, and the columns of the identifier and the status.
CREATE FUNCTION aispm_note_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unnumbered_changes (tenant_id, workspace_id, batch, ordinal, kind, subject_id, status, scan_id)
  VALUES (NEW.tenant_id, NEW.workspace_id, gen_random_uuid()::text, 0, TG_ARGV[0], to_jsonb(NEW) ->> TG_ARGV[1],
    to_jsonb(NEW) ->> TG_ARGV[2], CASE TG_ARGV[0] WHEN 'scan_ended' THEN to_jsonb(NEW) ->> TG_ARGV[1] END);
  RETURN NULL;
END
$$;
CREATE TRIGGER note_end AFTER UPDATE OF finished_at ON scans
  FOR EACH ROW WHEN (OLD.finished_at IS NULL AND NEW.finished_at IS NOT NULL)
  EXECUTE FUNCTION aispm_note_end('scan_ended', 'scan_id', 'status');
CREATE TRIGGER note_end AFTER UPDATE OF finished_at ON evaluation_runs
  FOR EACH ROW WHEN (OLD.finished_at IS NULL AND NEW.finished_at IS NOT NULL)
  EXECUTE FUNCTION aispm_note_end('run_ended', 'id', 'status');
CREATE TRIGGER note_end AFTER UPDATE OF finished_at ON view_exports
  FOR EACH ROW WHEN (OLD.finished_at IS NULL AND NEW.finished_at IS NOT NULL)
  EXECUTE FUNCTION aispm_note_end('export_ended', 'export_workflow_id', 'export_status');

-- Records which fields of rules a statement changed, be it that of a scan, of an upgrade or of a user.
CREATE FUNCTION aispm_note_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unnumbered_changes (tenant_id, workspace_id, batch, ordinal, kind, subject_id, changed_fields)
  SELECT tenant_id, workspace_id, gen_random_uuid()::text, 0, 'rule_changed', rule_id, fields
  FROM new_rows JOIN old_rows USING (tenant_id, workspace_id, rule_id)
  CROSS JOIN LATERAL (
    SELECT array_agg(name ORDER BY name) AS fields FROM jsonb_each(to_jsonb(new_rows)) AS field (name, value)
    WHERE name NOT IN ('name_order', 'created_at', 'updated_at') AND value IS DISTINCT FROM to_jsonb(old_rows) -> name
  ) AS changed
  WHERE fields IS NOT NULL
  ORDER BY tenant_id, workspace_id, rule_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER note_changes AFTER UPDATE ON rules REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION aispm_note_rules();
