-- Counts of the elements of issues, so that a change of one element doesn't count the others. Triggers write them, and not the service, so
-- that the changes of processes of the release before are in them as well.
CREATE TABLE issue_element_counts (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  issue_id text COLLATE "C" NOT NULL,
  object_type text COLLATE "C" NOT NULL,
  -- Objects of the type that have or had the finding themselves.
  element_count bigint NOT NULL,
  -- As in the issue, which has the sums of all types.
  critical_element_count bigint NOT NULL,
  high_element_count bigint NOT NULL,
  total_affected_elements bigint NOT NULL,
  fine_grained_issue_count bigint NOT NULL,
  PRIMARY KEY (tenant_id, workspace_id, issue_id, object_type)
) WITH (fillfactor = 50);
SELECT aispm_isolate('issue_element_counts');

CREATE FUNCTION aispm_count_elements() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changes CONSTANT text := format('
    SELECT tenant_id, workspace_id, issue_id, object_type, sum(change) AS elements,
      sum(change) FILTER (WHERE active_critical_count > 0) AS critical, sum(change) FILTER (WHERE active_high_count > 0) AS high,
      sum(change) FILTER (WHERE unresolved_count > 0) AS affected, sum(change * unresolved_count) AS occurrences
    FROM (%s) AS changed WHERE role = ''object'' GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4',
    CASE TG_OP
      WHEN 'INSERT' THEN 'SELECT *, 1 AS change FROM new_rows'
      WHEN 'UPDATE' THEN 'SELECT *, 1 AS change FROM new_rows UNION ALL SELECT *, -1 FROM old_rows'
      WHEN 'DELETE' THEN 'SELECT *, -1 AS change FROM old_rows'
    END);
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- Where a workspace is erased, its counts may be gone already.
    EXECUTE format('
      UPDATE issue_element_counts AS known SET element_count = element_count + elements,
        critical_element_count = critical_element_count + coalesce(critical, 0),
        high_element_count = high_element_count + coalesce(high, 0),
        total_affected_elements = total_affected_elements + coalesce(affected, 0),
        fine_grained_issue_count = fine_grained_issue_count + occurrences
      FROM (%s) AS change
      WHERE (known.tenant_id, known.workspace_id, known.issue_id, known.object_type)
        = (change.tenant_id, change.workspace_id, change.issue_id, change.object_type)', changes);
  ELSE
    EXECUTE format('
      INSERT INTO issue_element_counts AS known
      SELECT tenant_id, workspace_id, issue_id, object_type, elements, coalesce(critical, 0), coalesce(high, 0), coalesce(affected, 0),
        occurrences
      FROM (%s) AS change
      ON CONFLICT (tenant_id, workspace_id, issue_id, object_type) DO UPDATE SET
        element_count = known.element_count + excluded.element_count,
        critical_element_count = known.critical_element_count + excluded.critical_element_count,
        high_element_count = known.high_element_count + excluded.high_element_count,
        total_affected_elements = known.total_affected_elements + excluded.total_affected_elements,
        fine_grained_issue_count = known.fine_grained_issue_count + excluded.fine_grained_issue_count', changes);
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER count_elements_inserted AFTER INSERT ON issue_elements REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION aispm_count_elements();
CREATE TRIGGER count_elements_updated AFTER UPDATE ON issue_elements REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION aispm_count_elements();
CREATE TRIGGER count_elements_deleted AFTER DELETE ON issue_elements REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION aispm_count_elements();

-- The triggers keep others from writing elements until the end of this migration, and from nothing else.
INSERT INTO issue_element_counts
SELECT tenant_id, workspace_id, issue_id, object_type, count(*), count(*) FILTER (WHERE active_critical_count > 0),
  count(*) FILTER (WHERE active_high_count > 0), count(*) FILTER (WHERE unresolved_count > 0), sum(unresolved_count)
FROM issue_elements WHERE role = 'object' GROUP BY 1, 2, 3, 4;
