-- Finds the few records that filters leave of a long list: see docs/database.md. Under row-level security an index can only be used by
-- comparisons that are leakproof, which those of texts, arrays and JSON are not. The functions that search run as the owner of the tables,
-- and only ever in the workspace of the connection.

-- The functions name the schema of those that they call: PostgreSQL builds indexes and restores backups with an empty search path.

-- Returns the number by which an index knows a value in a workspace. Equal numbers of different values are possible: the search checks
-- what is found.
CREATE FUNCTION aispm_term(tenant_id text, workspace_id text, kind text, value text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN hashtext(tenant_id || '/' || workspace_id || '/' || kind || '=' || value);

-- Returns the terms of the parts of a name of one to three characters: a name contains a text only if it has all of its parts. Of a name
-- that is longer than 256 characters, such as a path, only the first ones are known, and the empty part, which marks it.
CREATE FUNCTION aispm_name_terms(tenant_id text, workspace_id text, name text) RETURNS integer[]
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  known CONSTANT text := left(name, 256);
  -- What `aispm_term` adds: calling it for each part would take ten times as long.
  start CONSTANT text := tenant_id || '/' || workspace_id || '/name=';
  terms integer[] := '{}';
BEGIN
  FOR size IN 1..3 LOOP
    FOR position IN 1..length(known) - size + 1 LOOP
      terms := terms || hashtext(start || substr(known, position, size));
    END LOOP;
  END LOOP;
  IF length(name) > length(known) THEN
    terms := terms || public.aispm_term(tenant_id, workspace_id, 'name', '');
  END IF;
  RETURN terms;
END
$$;

-- What filters of lists search objects by, apart from what scans and triage change often. A table of its own, because each change of an object
-- writes to all indexes of its table. Triggers keep it; a foreign key would look up each new object once more.
CREATE TABLE object_terms (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  aispm_object_id text COLLATE "C" NOT NULL,
  terms integer[] NOT NULL,
  PRIMARY KEY (tenant_id, workspace_id, aispm_object_id)
);
-- Searches read the entries that are not sorted in yet, too, so that these are few.
CREATE INDEX object_terms_search ON object_terms USING gin (terms) WITH (gin_pending_list_limit = 128);
SELECT aispm_isolate('object_terms');

CREATE FUNCTION aispm_object_terms(object objects) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(public.aispm_term(object.tenant_id, object.workspace_id, kind, value)), '{}')
    || public.aispm_name_terms(object.tenant_id, object.workspace_id, object.name_order)
    || public.aispm_name_terms(object.tenant_id, object.workspace_id, coalesce(lower(object.technical_name COLLATE "default"), ''))
  FROM (
    SELECT 'owner' AS kind, owner AS value FROM jsonb_array_elements_text(
      CASE jsonb_typeof(object.owners) WHEN 'array' THEN object.owners ELSE jsonb_build_array(object.owners) END) AS owner
    UNION ALL
    VALUES ('object_type', object.object_type), ('framework', object.framework), ('platform', object.platform),
      ('provider', object.provider), ('autonomy_level', object.autonomy_level), ('provider_name', object.provider_name),
      ('task', object.task), ('deployment', object.deployment), ('tool_source', object.tool_source),
      ('tool_kind', object.tool_kind), ('is_destructive', object.is_destructive::text), ('transport', object.transport),
      ('auth_type', object.auth_type), ('asset_type', object.asset_type), ('language', object.language),
      ('location_type', object.location_type)
  ) AS searched WHERE value IS NOT NULL
$$;

CREATE FUNCTION aispm_note_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO object_terms (tenant_id, workspace_id, aispm_object_id, terms)
  SELECT tenant_id, workspace_id, aispm_object_id, aispm_object_terms(changed) FROM changed;
  RETURN NULL;
END
$$;
CREATE TRIGGER objects_terms_inserted AFTER INSERT ON objects REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION aispm_note_terms();

CREATE FUNCTION aispm_note_changed_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE object_terms SET terms = aispm_object_terms(NEW)
  WHERE tenant_id = NEW.tenant_id AND workspace_id = NEW.workspace_id AND aispm_object_id = NEW.aispm_object_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER objects_terms_changed AFTER UPDATE ON objects FOR EACH ROW
  WHEN ((OLD.name_order, OLD.technical_name, OLD.owners, OLD.framework, OLD.platform, OLD.provider, OLD.autonomy_level,
      OLD.provider_name, OLD.task, OLD.deployment, OLD.tool_source, OLD.tool_kind, OLD.is_destructive, OLD.transport, OLD.auth_type,
      OLD.asset_type, OLD.language, OLD.location_type)
    IS DISTINCT FROM (NEW.name_order, NEW.technical_name, NEW.owners, NEW.framework, NEW.platform, NEW.provider, NEW.autonomy_level,
      NEW.provider_name, NEW.task, NEW.deployment, NEW.tool_source, NEW.tool_kind, NEW.is_destructive, NEW.transport, NEW.auth_type,
      NEW.asset_type, NEW.language, NEW.location_type))
  EXECUTE FUNCTION aispm_note_changed_terms();

CREATE FUNCTION aispm_forget_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM object_terms USING changed
  WHERE object_terms.tenant_id = changed.tenant_id AND object_terms.workspace_id = changed.workspace_id
    AND object_terms.aispm_object_id = changed.aispm_object_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER objects_terms_deleted AFTER DELETE ON objects REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION aispm_forget_terms();

INSERT INTO object_terms (tenant_id, workspace_id, aispm_object_id, terms)
SELECT tenant_id, workspace_id, aispm_object_id, aispm_object_terms(objects) FROM objects;

-- Returns conditions on an array of terms, as SQL: that each filter finds one of its values, and that a name contains a text.
--
-- `filters` has the values of each filter, such as `{"platform": ["aws", "gcp"], "name": ["customs"]}`.
CREATE FUNCTION aispm_search_conditions(terms text, filters jsonb) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  tenant CONSTANT text := current_setting('aispm.tenant');
  workspace CONSTANT text := current_setting('aispm.workspace');
  name CONSTANT text := lower(filters #>> '{name,0}');
  -- Some parts that do not overlap find few enough.
  parts CONSTANT integer[] := ARRAY(
    SELECT public.aispm_term(tenant, workspace, 'name', substr(name, position, 3))
    FROM generate_series(1, greatest(1, length(name) - 2)) AS position
    WHERE position % 3 = 1 AND position < 48 OR position = length(name) - 2
  );
  required integer[] := '{}';
  conditions text := 'true';
  wanted integer[];
  kind text;
  "values" jsonb;
BEGIN
  FOR kind, "values" IN SELECT * FROM jsonb_each(filters - 'name') WHERE value <> 'null' LOOP
    wanted := ARRAY(SELECT public.aispm_term(tenant, workspace, kind, value) FROM jsonb_array_elements_text("values") AS value);
    IF cardinality(wanted) = 1 THEN
      required := required || wanted;
    ELSE
      conditions := conditions || format(' AND %s && %L::integer[]', terms, wanted);
    END IF;
  END LOOP;
  IF name IS NOT NULL THEN
    conditions := conditions || format(' AND (%1$s @> %2$L::integer[] OR %1$s @> %3$L::integer[])', terms, required || parts,
      required || public.aispm_term(tenant, workspace, 'name', ''));
  ELSIF cardinality(required) > 0 THEN
    conditions := conditions || format(' AND %s @> %L::integer[]', terms, required);
  END IF;
  RETURN conditions;
END
$$;

-- Returns objects of this workspace that may match filters, all of them unless there are more than `max`.
CREATE FUNCTION aispm_find_objects(filters jsonb, max integer) RETURNS SETOF text
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100 SET search_path = public, pg_temp SET enable_seqscan = off AS $$
BEGIN
  -- Only the terms can use an index here: they contain the workspace, and those of the primary key would find all of it.
  RETURN QUERY EXECUTE format('SELECT aispm_object_id FROM object_terms WHERE %s
    AND tenant_id || '''' = current_setting(''aispm.tenant'') AND workspace_id || '''' = current_setting(''aispm.workspace'') LIMIT %s',
    aispm_search_conditions('terms', filters), max);
END
$$;

-- What filters search interactions by. The rows of interactions never change.
CREATE FUNCTION aispm_interaction_terms(tenant_id text, workspace_id text, request_model text, guardrail_outcome text, tool_names text[],
  detected_categories text[]) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  terms integer[] := ARRAY[public.aispm_term(tenant_id, workspace_id, 'guardrail_outcome', guardrail_outcome)];
  value text;
BEGIN
  IF request_model IS NOT NULL THEN
    terms := terms || public.aispm_term(tenant_id, workspace_id, 'request_model', request_model);
  END IF;
  FOREACH value IN ARRAY tool_names LOOP
    terms := terms || public.aispm_term(tenant_id, workspace_id, 'tool_name', value);
  END LOOP;
  FOREACH value IN ARRAY detected_categories LOOP
    terms := terms || public.aispm_term(tenant_id, workspace_id, 'guardrail_category', value);
  END LOOP;
  RETURN terms;
END
$$;
CREATE INDEX llm_interactions_search ON llm_interactions
  USING gin (aispm_interaction_terms(tenant_id, workspace_id, request_model, guardrail_outcome, tool_names, detected_categories))
  WITH (gin_pending_list_limit = 256);

-- Returns interactions of this workspace in a window that may match filters, all of them unless there are more than `max`.
CREATE FUNCTION aispm_find_interactions(filters jsonb, since timestamptz, until timestamptz, max integer) RETURNS SETOF llm_interactions
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100 SET search_path = public, pg_temp SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY EXECUTE format('SELECT * FROM llm_interactions WHERE %s AND started_at >= $1 AND started_at <= $2
    AND tenant_id || '''' = current_setting(''aispm.tenant'') AND workspace_id || '''' = current_setting(''aispm.workspace'') LIMIT %s',
    aispm_search_conditions(
      'aispm_interaction_terms(tenant_id, workspace_id, request_model, guardrail_outcome, tool_names, detected_categories)', filters),
    max)
  USING coalesce(since, '-infinity'), coalesce(until, 'infinity');
END
$$;

-- For filters that leave few rows, and that no index of a list begins with.
CREATE INDEX fine_grained_issues_of_type
  ON fine_grained_issues (tenant_id, workspace_id, object_type, severity_rank DESC, fine_grained_issue_id);
DROP INDEX fine_grained_issues_of_scan;
CREATE INDEX fine_grained_issues_of_scan
  ON fine_grained_issues (tenant_id, workspace_id, scan_id, severity_rank DESC, fine_grained_issue_id);
CREATE INDEX objects_not_active ON objects (tenant_id, workspace_id, object_type, lifecycle_status) WHERE lifecycle_status <> 'active';
