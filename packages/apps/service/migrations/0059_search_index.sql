-- Built while requests write to the table: see docs/database.md. For searches, which read many results in the order of their identifiers.
CREATE INDEX IF NOT EXISTS objects_of_type ON objects (tenant_id, workspace_id, object_type, aispm_object_id);
