-- Counts of a workspace for the dashboard, updated by triggers, so that every transaction that changes objects or
-- occurrences updates them, and no request counts rows.

-- Objects that are not deleted, by type.
CREATE TABLE object_counts (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  object_type text COLLATE "C" NOT NULL,
  inventory_count bigint NOT NULL,
  PRIMARY KEY (tenant_id, workspace_id, object_type)
);
SELECT aispm_isolate('object_counts');

-- Unresolved occurrences of each issue, by type of their object.
CREATE TABLE issue_counts (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  object_type text COLLATE "C" NOT NULL,
  issue_id text COLLATE "C" NOT NULL,
  critical_count bigint NOT NULL,
  high_count bigint NOT NULL,
  unresolved_count bigint NOT NULL,
  PRIMARY KEY (tenant_id, workspace_id, object_type, issue_id)
);
SELECT aispm_isolate('issue_counts');

-- Both process all rows of a statement at once, in the order of the key, so that two of them cannot deadlock.
CREATE FUNCTION aispm_count_objects() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The trigger defines the transition tables.
  IF TG_OP = 'INSERT' THEN
    INSERT INTO object_counts AS known
    SELECT tenant_id, workspace_id, object_type, count(*) FROM new_rows WHERE lifecycle_status <> 'deleted'
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (tenant_id, workspace_id, object_type)
      DO UPDATE SET inventory_count = known.inventory_count + excluded.inventory_count;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO object_counts AS known
    SELECT tenant_id, workspace_id, object_type, -count(*) FROM old_rows WHERE lifecycle_status <> 'deleted'
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (tenant_id, workspace_id, object_type)
      DO UPDATE SET inventory_count = known.inventory_count + excluded.inventory_count;
  ELSE
    INSERT INTO object_counts AS known
    SELECT tenant_id, workspace_id, object_type, sum(change) FROM (
      SELECT tenant_id, workspace_id, object_type, 1 AS change FROM new_rows WHERE lifecycle_status <> 'deleted'
      UNION ALL
      SELECT tenant_id, workspace_id, object_type, -1 FROM old_rows WHERE lifecycle_status <> 'deleted'
    ) AS changes
    GROUP BY 1, 2, 3 HAVING sum(change) <> 0 ORDER BY 1, 2, 3
    ON CONFLICT (tenant_id, workspace_id, object_type)
      DO UPDATE SET inventory_count = known.inventory_count + excluded.inventory_count;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER count_inserted AFTER INSERT ON objects REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION aispm_count_objects();
CREATE TRIGGER count_updated AFTER UPDATE ON objects REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION aispm_count_objects();
CREATE TRIGGER count_deleted AFTER DELETE ON objects REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION aispm_count_objects();

CREATE FUNCTION aispm_count_issues() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO issue_counts AS known
    SELECT tenant_id, workspace_id, object_type, issue_id, sum(critical_count), sum(high_count), sum(unresolved_count)
    FROM new_rows WHERE role = 'object' GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (tenant_id, workspace_id, object_type, issue_id) DO UPDATE SET
      critical_count = known.critical_count + excluded.critical_count,
      high_count = known.high_count + excluded.high_count,
      unresolved_count = known.unresolved_count + excluded.unresolved_count;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO issue_counts AS known
    SELECT tenant_id, workspace_id, object_type, issue_id, -sum(critical_count), -sum(high_count), -sum(unresolved_count)
    FROM old_rows WHERE role = 'object' GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (tenant_id, workspace_id, object_type, issue_id) DO UPDATE SET
      critical_count = known.critical_count + excluded.critical_count,
      high_count = known.high_count + excluded.high_count,
      unresolved_count = known.unresolved_count + excluded.unresolved_count;
  ELSE
    INSERT INTO issue_counts AS known
    SELECT tenant_id, workspace_id, object_type, issue_id, sum(critical), sum(high), sum(unresolved) FROM (
      SELECT tenant_id, workspace_id, object_type, issue_id, critical_count AS critical, high_count AS high,
        unresolved_count AS unresolved
      FROM new_rows WHERE role = 'object'
      UNION ALL
      SELECT tenant_id, workspace_id, object_type, issue_id, -critical_count, -high_count, -unresolved_count
      FROM old_rows WHERE role = 'object'
    ) AS changes
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (tenant_id, workspace_id, object_type, issue_id) DO UPDATE SET
      critical_count = known.critical_count + excluded.critical_count,
      high_count = known.high_count + excluded.high_count,
      unresolved_count = known.unresolved_count + excluded.unresolved_count;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER count_inserted AFTER INSERT ON issue_elements REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION aispm_count_issues();
CREATE TRIGGER count_updated AFTER UPDATE ON issue_elements REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION aispm_count_issues();
CREATE TRIGGER count_deleted AFTER DELETE ON issue_elements REFERENCING OLD TABLE AS old_rows
  FOR EACH STATEMENT EXECUTE FUNCTION aispm_count_issues();

-- For the most severe issues.
CREATE INDEX issues_with_priority
  ON issues (tenant_id, workspace_id, severity_rank DESC, total_priority_affected_elements DESC, issue_id)
  WHERE total_priority_affected_elements > 0;
