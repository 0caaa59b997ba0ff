-- What the search over all types finds objects by, in addition to their names: see docs/database.md.

-- Returns the terms of the parts of the texts of one to three characters that a search reads in addition to the names of an object, as
-- `aispm_name_terms` does for these: other filters search them. In PL/pgSQL, because a function in SQL would be planned for each object.
CREATE FUNCTION aispm_text_terms(object objects) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  -- What `aispm_term` adds: calling it for each part would take ten times as long.
  start CONSTANT text := object.tenant_id || '/' || object.workspace_id || '/text=';
  texts text[] := ARRAY[object.details ->> 'repository_url'];
  known text;
  terms integer[] := '{}';
BEGIN
  IF jsonb_typeof(object.owners) = 'array' THEN
    texts := texts || ARRAY(SELECT jsonb_array_elements_text(object.owners));
  ELSE
    texts := texts || (object.owners #>> '{}');
  END IF;
  FOREACH known IN ARRAY texts LOOP
    CONTINUE WHEN known IS NULL;
    IF length(known) > 256 THEN
      terms := terms || hashtext(start);
    END IF;
    known := lower(left(known, 256) COLLATE "default");
    FOR size IN 1..3 LOOP
      FOR position IN 1..length(known) - size + 1 LOOP
        terms := terms || hashtext(start || substr(known, position, size));
      END LOOP;
    END LOOP;
  END LOOP;
  RETURN ARRAY(SELECT DISTINCT unnest(terms));
END
$$;

CREATE OR REPLACE FUNCTION aispm_object_terms(object objects) RETURNS integer[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(public.aispm_term(object.tenant_id, object.workspace_id, kind, value)), '{}')
    || public.aispm_name_terms(object.tenant_id, object.workspace_id, object.name_order)
    || public.aispm_name_terms(object.tenant_id, object.workspace_id, coalesce(lower(object.technical_name COLLATE "default"), ''))
    || public.aispm_text_terms(object)
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

CREATE TRIGGER objects_repository_changed AFTER UPDATE ON objects FOR EACH ROW
  WHEN ((OLD.details ->> 'repository_url') IS DISTINCT FROM (NEW.details ->> 'repository_url'))
  EXECUTE FUNCTION aispm_note_changed_terms();

-- Returns up to `max` objects of this workspace that may contain all words, all of them unless there are more. Some of the longest words
-- find few enough.
CREATE FUNCTION aispm_search_objects(words text[], types text[], max integer) RETURNS SETOF text
LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 100 SET search_path = public, pg_temp SET enable_seqscan = off AS $$
DECLARE
  tenant CONSTANT text := current_setting('aispm.tenant');
  workspace CONSTANT text := current_setting('aispm.workspace');
  conditions text := format('terms && %L::integer[]',
    ARRAY(SELECT aispm_term(tenant, workspace, 'object_type', type) FROM unnest(types) AS type));
  word text;
BEGIN
  FOR word IN SELECT lower(given) FROM unnest(words) AS given ORDER BY length(given) DESC, given LIMIT 4 LOOP
    conditions := conditions || (
      SELECT ' AND (' || string_agg(format('terms @> %L::integer[]', terms), ' OR ') || ')'
      FROM (
        SELECT array_agg(aispm_term(tenant, workspace, kind, substr(word, position, 3))) AS terms
        FROM unnest('{name,text}'::text[]) AS kind,
          -- Some parts that do not overlap find few enough.
          generate_series(1, greatest(1, length(word) - 2)) AS position
        WHERE position % 3 = 1 AND position < 48 OR position = length(word) - 2
        GROUP BY kind
        UNION ALL
        SELECT ARRAY[aispm_term(tenant, workspace, kind, '')] FROM unnest('{name,text}'::text[]) AS kind
      ) AS alternatives
    );
  END LOOP;
  -- Only the terms can use an index here: they contain the workspace, and those of the primary key would find all of it.
  RETURN QUERY EXECUTE format('SELECT aispm_object_id FROM object_terms WHERE %s
    AND tenant_id || '''' = current_setting(''aispm.tenant'') AND workspace_id || '''' = current_setting(''aispm.workspace'') LIMIT %s',
    conditions, max);
END
$$;
