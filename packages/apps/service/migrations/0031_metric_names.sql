-- The built-in metrics were named after the opposite of what their score measures: "Error rate" 0.99 was the share that succeeded. The
-- catalogue gets its new names when the service starts. Attached evaluations that took over the former name get the new one, too.
UPDATE agent_evaluations AS attached SET name = renamed.name, version = version + 1, updated_at = now()
FROM (VALUES
  ('019e807a-f6cc-7f34-9357-8c35678a447b', 'Guardrail block rate', 'Guardrail unblocked rate'),
  ('019e807b-1310-79b4-9cf0-ba315acc1d23', 'Guardrail redaction rate', 'Guardrail unredacted rate'),
  ('019e807b-16f8-7731-ae5b-03613441f91f', 'Guardrail alert rate', 'Guardrail alert-free rate'),
  ('019e807b-1ae0-7a81-9786-c3a99f5d4fe9', 'Error rate', 'Success rate'),
  ('019e807b-1ec8-73fd-b7e8-73db12844fd1', 'Latency', 'Latency within limit'),
  ('019e807b-22b0-7672-b75d-427544f0ee1a', 'Token use', 'Token use within limit')
) AS renamed (evaluation_id, former, name)
WHERE attached.evaluation_id = renamed.evaluation_id AND attached.name = renamed.former;
