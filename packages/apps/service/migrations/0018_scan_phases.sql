-- What lets a scan change few rows that others use, and those at its end: see docs/scans.md.

-- The time of the current scan of a target. Every relation with a sighting of the target was seen at that time, so that a scan need
-- not write to the relations that are as before.
ALTER TABLE scan_targets ADD COLUMN last_seen_at timestamptz(3);

-- The check of this key read all relations of the asset for each relation to it. The trigger below deletes the sightings instead.
ALTER TABLE edge_sightings DROP CONSTRAINT edge_sightings_tenant_id_workspace_id_source_id_edge_targe_fkey;

CREATE FUNCTION aispm_delete_edge_sightings() RETURNS trigger LANGUAGE plpgsql SET enable_nestloop = off AS $$
BEGIN
  DELETE FROM edge_sightings USING changed
  WHERE edge_sightings.tenant_id = changed.tenant_id AND edge_sightings.workspace_id = changed.workspace_id
    AND edge_sightings.source_id = changed.source_id AND edge_sightings.edge = changed.edge
    AND edge_sightings.target_id = changed.target_id
    AND edge_sightings.tenant_id = ANY(ARRAY(SELECT DISTINCT tenant_id FROM changed))
    AND edge_sightings.workspace_id = ANY(ARRAY(SELECT DISTINCT workspace_id FROM changed))
    AND edge_sightings.source_id = ANY(ARRAY(SELECT DISTINCT source_id FROM changed));
  RETURN NULL;
END
$$;
CREATE TRIGGER edges_sightings_deleted AFTER DELETE ON edges REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION aispm_delete_edge_sightings();
