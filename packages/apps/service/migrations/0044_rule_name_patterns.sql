-- The filter `name` of issues is called `rule_name`, and `rule_name` is a pattern of LIKE: saved texts become literal patterns.
UPDATE views
SET filters = ((filters::jsonb - 'name' - 'rule_name') || jsonb_build_object('rule_name',
  regexp_replace(coalesce(filters ->> 'rule_name', filters ->> 'name'), '([\\%_])', '\\\1', 'g')))::json
WHERE (entity = 'issues' AND filters ->> 'name' IS NOT NULL)
  OR (entity = 'rules' AND filters ->> 'rule_name' IS NOT NULL);
UPDATE view_exports
SET filters = ((filters::jsonb - 'name' - 'rule_name') || jsonb_build_object('rule_name',
  regexp_replace(coalesce(filters ->> 'rule_name', filters ->> 'name'), '([\\%_])', '\\\1', 'g')))::json
WHERE (entity = 'issues' AND filters ->> 'name' IS NOT NULL)
  OR (entity = 'rules' AND filters ->> 'rule_name' IS NOT NULL);
