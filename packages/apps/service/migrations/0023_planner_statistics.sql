-- What the planner has to know about workspaces, and how soon. Every query names a tenant and a workspace, and the second follows from the
-- first: without statistics of both together, the planner multiplies their shares, believes that a workspace is a few rows, and reads all of it.

-- Describes the workspaces of a table to the planner. Partitioned tables are described for their own statistics; autovacuum only knows partitions.
-- By default a table is analyzed after a tenth of it has changed, so that a workspace that grows in a large table would be unknown for long.
CREATE FUNCTION aispm_describe(target regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  description CONSTANT pg_class := (SELECT pg_class FROM pg_class WHERE oid = target);
BEGIN
  EXECUTE format('CREATE STATISTICS %I (dependencies, mcv) ON tenant_id, workspace_id FROM %s',
    description.relname || '_workspaces', target);
  IF description.relkind = 'r' THEN
    EXECUTE format('ALTER TABLE %s SET (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 500,
      autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02)', target);
  END IF;
END
$$;

-- Lets requests access only the rows of their own workspace in a table, and describes the workspaces. It is called for each table with one.
CREATE OR REPLACE FUNCTION aispm_isolate(target regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  own CONSTANT text := 'tenant_id = current_setting(''aispm.tenant'', true) '
    'AND workspace_id = current_setting(''aispm.workspace'', true)';
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format('CREATE POLICY own_workspace ON %s TO aispm_request USING (%s) WITH CHECK (%s)', target, own, own);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO aispm_request', target);
  PERFORM aispm_describe(target);
END
$$;

-- As before, and describes the workspaces of the new partition.
CREATE OR REPLACE FUNCTION aispm_ensure_month(instant timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  month CONSTANT timestamp := date_trunc('month', instant AT TIME ZONE 'UTC');
  partition CONSTANT text := aispm_month_partition(instant);
BEGIN
  IF aispm_has_month(instant) THEN
    RETURN true;
  END IF;
  IF instant NOT BETWEEN now() - interval '2 years' AND now() + interval '3 months' THEN
    RETURN false;
  END IF;
  -- One at a time; a waiting transaction finds the partition.
  PERFORM pg_advisory_xact_lock(hashtext('llm_interactions'));
  IF NOT aispm_has_month(instant) THEN
    EXECUTE format('CREATE TABLE %I PARTITION OF llm_interactions FOR VALUES FROM (%L) TO (%L)', partition,
      month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
    PERFORM aispm_describe(partition::regclass);
  END IF;
  RETURN true;
EXCEPTION
  -- Earlier interactions of that month are in the default partition; so will the others be.
  WHEN check_violation THEN
    RETURN false;
END
$$;

SELECT aispm_describe(attrelid::regclass)
FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND attname IN ('tenant_id', 'workspace_id')
GROUP BY attrelid HAVING count(*) = 2;
