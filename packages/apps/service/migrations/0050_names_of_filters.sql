-- Filters with several values where there was one, and names of counts: saved views use the current ones.
CREATE FUNCTION pg_temp.current_filters(entity text, filters json) RETURNS json LANGUAGE sql AS $$
  SELECT coalesce(json_object_agg(name, CASE
    WHEN jsonb_typeof(value) = 'string' AND (
      entity = 'tools' AND name = 'mcp_server_id'
      OR entity = 'locations' AND name = 'asset_id'
      OR entity = 'rules' AND name = 'source'
      OR entity = 'llm_interactions' AND name IN ('session_id', 'trace_id', 'request_model', 'tool_name')
    ) THEN jsonb_build_array(value)
    WHEN entity = 'scans' AND name = 'sort' AND value = '"num_detections"' THEN '"detection_count"'
    ELSE value
  END), '{}') FROM jsonb_each(filters::jsonb) AS filter (name, value)
$$;

CREATE FUNCTION pg_temp.current_columns(entity text, columns text[]) RETURNS text[] LANGUAGE sql AS $$
  SELECT CASE entity
    WHEN 'scans' THEN array_replace(array_replace(columns, 'num_detections', 'detection_count'), 'num_resolutions', 'resolution_count')
    WHEN 'rules' THEN array_replace(columns, 'issues_count', 'total_issues_count')
    ELSE columns
  END
$$;

UPDATE views SET filters = pg_temp.current_filters(entity, filters), columns = pg_temp.current_columns(entity, columns);
UPDATE view_exports SET filters = pg_temp.current_filters(entity, filters), columns = pg_temp.current_columns(entity, columns)
WHERE finished_at IS NULL;
