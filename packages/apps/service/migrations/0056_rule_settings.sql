-- Settings of rules in a workspace, and what their occurrences have without them.
ALTER TABLE rules
  ADD COLUMN is_enabled boolean NOT NULL DEFAULT true,
  ADD COLUMN severity_override text COLLATE "C",
  ADD COLUMN settings_reason text,
  ADD COLUMN settings_changed_at timestamptz(3),
  ADD COLUMN settings_changed_by text COLLATE "C",
  -- The occurrences up to this fingerprint follow the settings; null if all do.
  ADD COLUMN settings_applied_to text COLLATE "C",
  ADD COLUMN is_applying_settings boolean NOT NULL GENERATED ALWAYS AS (settings_applied_to IS NOT NULL) STORED;
CREATE INDEX rules_applying_settings ON rules (settings_changed_at) WHERE settings_applied_to IS NOT NULL;

-- The triage that returns when the rule is switched on again; null for what was found while it was switched off.
ALTER TABLE issues ADD COLUMN disabled_triage jsonb;
ALTER TABLE fine_grained_issues
  ADD COLUMN disabled_triage jsonb,
  -- The severity without that of the settings; null if they have none.
  ADD COLUMN own_severity text COLLATE "C",
  ADD COLUMN own_severity_reason text;

-- How far the settings are applied isn't a change of the rule, and when and by whom they were changed follows from the others.
CREATE OR REPLACE FUNCTION aispm_note_rules() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO unnumbered_changes (tenant_id, workspace_id, batch, ordinal, kind, subject_id, changed_fields)
  SELECT tenant_id, workspace_id, gen_random_uuid()::text, 0, 'rule_changed', rule_id, fields
  FROM new_rows JOIN old_rows USING (tenant_id, workspace_id, rule_id)
  CROSS JOIN LATERAL (
    SELECT array_agg(name ORDER BY name) AS fields FROM jsonb_each(to_jsonb(new_rows)) AS field (name, value)
    WHERE name NOT IN ('name_order', 'created_at', 'updated_at', 'settings_changed_at', 'settings_changed_by', 'settings_applied_to',
        'is_applying_settings')
      AND value IS DISTINCT FROM to_jsonb(old_rows) -> name
  ) AS changed
  WHERE fields IS NOT NULL
  ORDER BY tenant_id, workspace_id, rule_id;
  RETURN NULL;
END
$$;
