-- The terms of the objects that were stored before. The lock keeps others from changing objects until the end, and from nothing else: their
-- terms would be overwritten by older ones.
LOCK TABLE objects IN SHARE MODE;
UPDATE object_terms SET terms = aispm_object_terms(objects)
FROM objects
WHERE objects.tenant_id = object_terms.tenant_id AND objects.workspace_id = object_terms.workspace_id
  AND objects.aispm_object_id = object_terms.aispm_object_id;
