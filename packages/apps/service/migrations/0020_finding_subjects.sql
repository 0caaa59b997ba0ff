-- Which object's evaluation a finding belongs to, and where each scan saw it.

-- The object whose evaluation by a static rule has led to the finding, such as the agent that uses a tool. Null when it is the object itself.
ALTER TABLE fine_grained_issues ADD COLUMN subject_id text COLLATE "C";
CREATE INDEX fine_grained_issues_of_subject ON fine_grained_issues (tenant_id, workspace_id, subject_id)
  WHERE subject_id IS NOT NULL;

-- The location of an occurrence that the scan itself shows; other targets may show it, too.
ALTER TABLE scan_results ADD COLUMN location_id text COLLATE "C";
CREATE INDEX scan_results_of_occurrence ON scan_results (tenant_id, workspace_id, scan_id, fine_grained_issue_id)
  WHERE fine_grained_issue_id IS NOT NULL;

-- The findings of the example story had made-up fingerprints, so that the first evaluation of their objects found them a second time.
UPDATE fine_grained_issues AS finding SET fingerprint = story.fingerprint
FROM (VALUES
  ('019fef6a-8423-778f-a8ca-69c443cc2380', 'd8b8a94f460b4708784f4648ad143718b0ecdbb9afb863a7d644eb81367b4368',
    'df2daffc9e98e33f5cb080b7a1047b0b698821bc21190e6661dfee548c4aded6'),
  ('019ffedc-cec4-7648-af4f-4dd76206e2db', '609c2f63fb5323df4706eb94f85af5c3d4a7be79cfd0c04635e1874bbc0c067f',
    '2bdeed515f177d6cdb43054ef8582602a939fac4577d876e912123deca76e5be'),
  ('019fef6a-8a69-7f96-8c93-5eeebeca5027', 'cc4bfafcc4b9ad68d185ab2f8fa07133108e97f8a08819f454982e2b91059124',
    '9b899bf222fcdbdb0e22895d902bb249d1776ac6e62b17cd8778b9bb7af0fd19'),
  ('019ffedc-d0e1-7cd9-9cdc-6973d48dc2a4', '228c9eb5eeb28907cc19e3175861d4b23f3e0c8cac26a8fb45aa0152c5060fb5',
    '053c7457b1e8dfd5954576e0234fd0971cadc736e3643dcc9acc642a0b3c9066'),
  ('01a060b7-0052-7f1f-8398-3c4a7ae6e4d6', '8d29ff4de4422366d6549a582266525a8edf7b698fb96a9e9fca710a35e127f3',
    '75a2a2488d5df60d0d60b7d43479b4b70b50825ce885d11dfa98662e0fdd7135')
) AS story (id, former, fingerprint)
WHERE fine_grained_issue_id = story.id AND finding.fingerprint = story.former AND NOT EXISTS (
  SELECT FROM fine_grained_issues AS other
  WHERE other.tenant_id = finding.tenant_id AND other.workspace_id = finding.workspace_id
    AND other.rule_id = finding.rule_id AND other.fingerprint = story.fingerprint
);

-- Three rules evaluate agents, and report what these use. Their fingerprints contain both keys, so that each pair has its own. A finding
-- whose agent does not use the object any more keeps no subject: the next evaluation of the object resolves it.
WITH pairs AS (
  SELECT tenant_id, workspace_id, source_id AS agent_id, target_id AS object_id FROM edges
  WHERE source_type = 'agent' AND edge IN ('tools', 'mcp_servers')
  UNION
  SELECT server.tenant_id, server.workspace_id, server.source_id, tool.target_id
  FROM edges AS server
  JOIN edges AS tool ON tool.tenant_id = server.tenant_id AND tool.workspace_id = server.workspace_id
    AND tool.source_id = server.target_id AND tool.edge = 'tools'
  WHERE server.source_type = 'agent' AND server.edge = 'mcp_servers'
), violations AS (
  SELECT pairs.*, rule_id, encode(sha256(convert_to(
    format('[%s,%s,%s,%s]', to_json(rule_id), to_json(object.object_type), to_json(object.stable_key), to_json(agent.stable_key)),
    'UTF8')), 'hex') AS fingerprint
  FROM pairs
  JOIN objects AS object ON object.tenant_id = pairs.tenant_id AND object.workspace_id = pairs.workspace_id
    AND object.aispm_object_id = object_id
  JOIN objects AS agent ON agent.tenant_id = pairs.tenant_id AND agent.workspace_id = pairs.workspace_id
    AND agent.aispm_object_id = agent_id
  JOIN (VALUES
    ('agent-uses-deprecated-mcp-server', 'mcp_server'),
    ('destructive-tool-without-guardrail', 'tool'),
    ('open-world-tool-next-to-private-data', 'tool')
  ) AS rule (rule_id, object_type) ON rule.object_type = object.object_type
)
UPDATE fine_grained_issues AS finding SET subject_id = agent_id
FROM violations
WHERE finding.tenant_id = violations.tenant_id AND finding.workspace_id = violations.workspace_id
  AND finding.rule_id = violations.rule_id AND finding.fingerprint = violations.fingerprint;
