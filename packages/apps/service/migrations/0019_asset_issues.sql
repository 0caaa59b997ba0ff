-- The issues of assets are those inside them, on the dashboard as in their records.
CREATE OR REPLACE FUNCTION aispm_count_issues() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO issue_counts AS known
    SELECT tenant_id, workspace_id, object_type, issue_id, sum(critical_count), sum(high_count), sum(unresolved_count)
    FROM new_rows WHERE (object_type = 'asset') = (role = 'asset') GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (tenant_id, workspace_id, object_type, issue_id) DO UPDATE SET
      critical_count = known.critical_count + excluded.critical_count,
      high_count = known.high_count + excluded.high_count,
      unresolved_count = known.unresolved_count + excluded.unresolved_count;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO issue_counts AS known
    SELECT tenant_id, workspace_id, object_type, issue_id, -sum(critical_count), -sum(high_count), -sum(unresolved_count)
    FROM old_rows WHERE (object_type = 'asset') = (role = 'asset') GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (tenant_id, workspace_id, object_type, issue_id) DO UPDATE SET
      critical_count = known.critical_count + excluded.critical_count,
      high_count = known.high_count + excluded.high_count,
      unresolved_count = known.unresolved_count + excluded.unresolved_count;
  ELSE
    INSERT INTO issue_counts AS known
    SELECT tenant_id, workspace_id, object_type, issue_id, sum(critical), sum(high), sum(unresolved) FROM (
      SELECT tenant_id, workspace_id, object_type, issue_id, critical_count AS critical, high_count AS high,
        unresolved_count AS unresolved
      FROM new_rows WHERE (object_type = 'asset') = (role = 'asset')
      UNION ALL
      SELECT tenant_id, workspace_id, object_type, issue_id, -critical_count, -high_count, -unresolved_count
      FROM old_rows WHERE (object_type = 'asset') = (role = 'asset')
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

DELETE FROM issue_counts WHERE object_type = 'asset';
INSERT INTO issue_counts
SELECT tenant_id, workspace_id, object_type, issue_id, sum(critical_count), sum(high_count), sum(unresolved_count)
FROM issue_elements WHERE object_type = 'asset' AND role = 'asset' GROUP BY 1, 2, 3, 4;
