-- The lists of scan documents that wait, in parts of about 1 MiB: a document at once would need several times its size in memory.
CREATE TABLE scan_document_parts (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  scan_id text COLLATE "C" NOT NULL,
  -- The member of the document.
  list text COLLATE "C" NOT NULL,
  part integer NOT NULL,
  items jsonb NOT NULL,
  PRIMARY KEY (tenant_id, workspace_id, scan_id, list, part),
  FOREIGN KEY (tenant_id, workspace_id, scan_id) REFERENCES scans ON DELETE CASCADE
);
SELECT aispm_isolate('scan_document_parts');

-- Whatever ends a scan deletes its document.
CREATE FUNCTION aispm_delete_scan_document_parts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM scan_document_parts
  WHERE tenant_id = NEW.tenant_id AND workspace_id = NEW.workspace_id AND scan_id = NEW.scan_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER scans_delete_document_parts AFTER UPDATE OF document ON scans
  FOR EACH ROW WHEN (OLD.document IS NOT NULL AND NEW.document IS NULL)
  EXECUTE FUNCTION aispm_delete_scan_document_parts();
