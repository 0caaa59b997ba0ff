-- How much of a workspace the planner may not know. A part of a table is too much where many tenants share it: a tenant with less than a
-- hundredth of the rows could grow from nothing, and the planner would believe that it has a row or two. So a table is analyzed after a
-- number of changes, however large it is; the sample that this reads has a limit. Interactions are found by time and by terms, and grow
-- too fast for that.
CREATE OR REPLACE FUNCTION aispm_describe(target regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  description CONSTANT pg_class := (SELECT pg_class FROM pg_class WHERE oid = target);
BEGIN
  IF NOT EXISTS (SELECT FROM pg_statistic_ext WHERE stxrelid = target AND stxname = description.relname || '_workspaces') THEN
    EXECUTE format('CREATE STATISTICS %I (dependencies, mcv) ON tenant_id, workspace_id FROM %s',
      description.relname || '_workspaces', target);
  END IF;
  IF description.relkind = 'r' THEN
    EXECUTE format('ALTER TABLE %s SET (autovacuum_analyze_scale_factor = %s, autovacuum_analyze_threshold = 1000,
      autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)', target,
      CASE WHEN description.relname LIKE 'llm\_interaction%' THEN 0.01 ELSE 0 END);
  END IF;
END
$$;

SELECT aispm_describe(attrelid::regclass)
FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND attname IN ('tenant_id', 'workspace_id')
GROUP BY attrelid HAVING count(*) = 2;
