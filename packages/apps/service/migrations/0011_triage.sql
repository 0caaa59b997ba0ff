-- Assignee, due date, version and history of issues.

ALTER TABLE issues
  ADD COLUMN assignee text COLLATE "C",
  ADD COLUMN due_at timestamptz(3),
  -- The entity tag without its quotation marks; new with each change. Every existing issue gets one of its own.
  ADD COLUMN etag text COLLATE "C" NOT NULL DEFAULT gen_random_uuid()::text;

CREATE FUNCTION aispm_renew_etag() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.etag := gen_random_uuid()::text;
  RETURN NEW;
END
$$;
CREATE TRIGGER renew_etag BEFORE UPDATE ON issues FOR EACH ROW EXECUTE FUNCTION aispm_renew_etag();

-- An issue shows the texts of its rule, so that its version changes with them.
CREATE FUNCTION aispm_renew_etag_of_rule() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE issues SET etag = DEFAULT
  WHERE tenant_id = NEW.tenant_id AND workspace_id = NEW.workspace_id AND rule_id = NEW.rule_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER renew_etag_of_issue AFTER UPDATE ON rules FOR EACH ROW EXECUTE FUNCTION aispm_renew_etag_of_rule();

CREATE INDEX issues_of_assignee ON issues (tenant_id, workspace_id, assignee, severity_rank DESC, issue_id);

-- What changed an issue. The values of all entries, applied in the order of `position`, are those of the issue.
CREATE TABLE issue_history (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  issue_id text COLLATE "C" NOT NULL,
  -- Ascending within an issue, because changes of a workspace's findings exclude each other.
  position bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  history_entry_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  changed_at timestamptz(3) NOT NULL,
  changed_by text,
  scan_id text COLLATE "C",
  -- The changed columns of the issue; empty in the first entry.
  before jsonb NOT NULL,
  after jsonb NOT NULL,
  PRIMARY KEY (tenant_id, workspace_id, issue_id, position),
  FOREIGN KEY (tenant_id, workspace_id, issue_id) REFERENCES issues ON DELETE CASCADE
);
SELECT aispm_isolate('issue_history');

-- The history of the issues that exist begins with their present values.
INSERT INTO issue_history (tenant_id, workspace_id, issue_id, history_entry_id, kind, changed_at, before, after)
SELECT tenant_id, workspace_id, issue_id, gen_random_uuid()::text, 'recorded', updated_at, '{}',
  jsonb_build_object('status', status, 'status_reason', status_reason, 'status_comment', status_comment,
    'assignee', assignee, 'due_at', due_at, 'definitive_severity', definitive_severity,
    'severity_reason', severity_reason, 'object_types', object_types,
    'critical_element_count', critical_element_count, 'high_element_count', high_element_count,
    'total_affected_elements', total_affected_elements, 'fine_grained_issue_count', fine_grained_issue_count)
FROM issues;
