-- The audit log: who did what, when, from where, with which API key.

-- Entries without a workspace, such as of unknown API keys, have '' for both: only commands read them.
CREATE TABLE audit_entries (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  audit_entry_id text COLLATE "C" NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  kind text COLLATE "C" NOT NULL,
  action text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL,
  user_id text COLLATE "C",
  api_key_id text COLLATE "C",
  remote_address text COLLATE "C",
  request_id text COLLATE "C",
  object_ids text[] NOT NULL,
  failure_reason text COLLATE "C",
  count bigint NOT NULL,
  PRIMARY KEY (tenant_id, workspace_id, audit_entry_id)
);
-- Lists, by each filter that may select few entries.
CREATE INDEX audit_entries_by_time ON audit_entries (tenant_id, workspace_id, occurred_at, audit_entry_id);
CREATE INDEX audit_entries_of_action ON audit_entries (tenant_id, workspace_id, action, occurred_at, audit_entry_id);
CREATE INDEX audit_entries_of_user ON audit_entries (tenant_id, workspace_id, user_id, occurred_at, audit_entry_id);
CREATE INDEX audit_entries_of_key ON audit_entries (tenant_id, workspace_id, api_key_id, occurred_at, audit_entry_id);
CREATE INDEX audit_entries_beside_writes ON audit_entries (tenant_id, workspace_id, kind, occurred_at, audit_entry_id)
  WHERE kind <> 'write';
-- Retention and exports, across workspaces.
CREATE INDEX audit_entries_by_age ON audit_entries (occurred_at, audit_entry_id);

SELECT aispm_isolate('audit_entries');
-- Requests add entries, and nothing else.
REVOKE UPDATE, DELETE ON audit_entries FROM aispm_request;

-- Nobody changes entries, not even the owner of the table. Retention deletes them as the owner.
CREATE FUNCTION aispm_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'Entries of the audit log never change.' USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER audit_entries_never_change BEFORE UPDATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION aispm_refuse_change();
CREATE TRIGGER audit_entries_are_not_truncated BEFORE TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION aispm_refuse_change();
