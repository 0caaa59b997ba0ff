-- What the first release stored in the workspace `production` of `acme`: a scanned agent and its finding, a second scan that
-- waits, an evaluation with a run, interactions, a view with an export, and an entry of client storage.
SET LOCAL timezone = 'UTC';

INSERT INTO workspaces (tenant_id, workspace_id) VALUES ('acme', 'production');
INSERT INTO api_keys (key_id, key_hash, user_id, last_used_at)
VALUES ('0123456789abcdef01', sha256('aispm_0123456789abcdef01_firstReleaseFirstReleaseFirstReleaseFirstRe'), 'ann', '2026-03-01T05:06:07.890Z');
INSERT INTO api_key_grants (tenant_id, workspace_id, key_id, is_default) VALUES ('acme', 'production', '0123456789abcdef01', true);

INSERT INTO scan_targets (tenant_id, workspace_id, scan_target_id, scan_type, target, asset_id, current_scan_id)
VALUES ('acme', 'production', 'target-1', 'code', 'desk', 'asset-1', 'scan-1');
INSERT INTO scans (tenant_id, workspace_id, scan_id, scan_target_id, scan_type, trigger, status, progress, is_current, asset_id, target,
  tool_name, tool_version, has_ai_objects, ai_object_count, num_detections, created_at, started_at, finished_at)
VALUES ('acme', 'production', 'scan-1', 'target-1', 'code', 'manual', 'completed', 100, true, 'asset-1', 'desk', 'scanner', '1', true, 2, 1,
  '2026-03-01T05:00:00Z', '2026-03-01T05:00:01Z', '2026-03-01T05:00:02Z');
INSERT INTO scans (tenant_id, workspace_id, scan_id, scan_target_id, scan_type, trigger, status, target, tool_name, tool_version, document)
VALUES ('acme', 'production', 'scan-2', 'target-1', 'code', 'manual', 'queued', 'desk', 'scanner', '1', '{
  "scan_type": "code", "target": "desk", "tool_name": "scanner", "tool_version": "1", "edges": [], "locations": [], "occurrences": [],
  "objects": [
    {"key": "repo", "stable_key": "desk", "object_type": "asset", "aispm_friendly_name": "desk", "asset_type": "repository"},
    {"key": "agent", "stable_key": "desk#agent", "object_type": "agent", "aispm_friendly_name": "Freight desk"}]}');

INSERT INTO objects (tenant_id, workspace_id, aispm_object_id, object_type, stable_key, aispm_friendly_name, discovery_sources, labels,
  details, total_issues_count, critical_issues_count, max_definitive_severity, critical_occurrence_count, model_count,
  ai_object_count, last_scan_id, last_scanned_at, first_seen_at, last_seen_at)
VALUES
  ('acme', 'production', 'asset-1', 'asset', 'desk', 'desk', '{code}', '{}', '{"asset_type": "repository"}', 1, 1, 'critical', 0, 0, 2,
    'scan-1', '2026-03-01T05:00:02Z', '2026-03-01T05:00:02Z', '2026-03-01T05:00:02Z'),
  ('acme', 'production', 'agent-1', 'agent', 'desk#agent', 'Freight desk', '{code}', '{"team": "freight"}',
    '{"owners": ["Ann"], "framework": "langgraph", "endpoints": [], "instructions_fingerprint": null}', 1, 1, 'critical', 1, 1, 0, NULL, NULL,
    '2026-03-01T05:00:02Z', '2026-03-01T05:00:02Z'),
  ('acme', 'production', 'model-1', 'model', 'desk#model', 'Mistral', '{code}', '{}', '{"model_name": "mistral-small"}', 0, 0, NULL, 0, 0, 0,
    NULL, NULL, '2026-03-01T05:00:02Z', '2026-03-01T05:00:02Z');
INSERT INTO edges (tenant_id, workspace_id, source_id, edge, target_id, source_type, target_type, evidence, first_seen_at, last_seen_at)
VALUES ('acme', 'production', 'agent-1', 'models', 'model-1', 'agent', 'model', 'static', '2026-03-01T05:00:02Z', '2026-03-01T05:00:02Z');
INSERT INTO object_sightings VALUES ('acme', 'production', 'target-1', 'asset-1'), ('acme', 'production', 'target-1', 'agent-1'),
  ('acme', 'production', 'target-1', 'model-1');
INSERT INTO edge_sightings VALUES ('acme', 'production', 'target-1', 'agent-1', 'models', 'model-1', 'static');

INSERT INTO rules (tenant_id, workspace_id, rule_id, rule_name, rule_description, object_types, source, severity)
VALUES ('acme', 'production', 'scanner-rule', 'Prompt in the log', 'The agent logs prompts.', '{agent}', 'external', 'critical');
INSERT INTO issues (tenant_id, workspace_id, issue_id, rule_id, definitive_severity, status, status_reason, status_comment,
  status_changed_at, status_changed_by, object_types, critical_element_count, total_affected_elements, fine_grained_issue_count,
  first_seen_at, last_seen_at, updated_at)
VALUES ('acme', 'production', 'issue-1', 'scanner-rule', 'critical', 'in_progress', NULL, 'Ann fixes it.', '2026-03-01T06:00:00Z', 'ann', '{agent}', 1,
  1, 1, '2026-03-01T05:00:02Z', '2026-03-01T05:00:02Z', '2026-03-01T06:00:00Z');
INSERT INTO issue_periods VALUES ('acme', 'production', 'issue-1', '2026-03-01T05:00:02Z');
INSERT INTO fine_grained_issues (tenant_id, workspace_id, fine_grained_issue_id, issue_id, rule_id, fingerprint, aispm_object_id,
  aispm_friendly_name, object_type, asset_id, definitive_severity, status, message, scan_id, first_scan_id, first_seen_at, last_seen_at)
VALUES ('acme', 'production', 'occurrence-1', 'issue-1', 'scanner-rule', 'f-1', 'agent-1', 'Freight desk', 'agent', 'asset-1', 'critical',
  'in_progress', 'The prompt is logged.', 'scan-1', 'scan-1', '2026-03-01T05:00:02Z', '2026-03-01T05:00:02Z');
INSERT INTO fine_grained_issue_sightings VALUES ('acme', 'production', 'target-1', 'occurrence-1');
INSERT INTO issue_elements (tenant_id, workspace_id, issue_id, role, aispm_object_id, object_type, occurrence_count, critical_count,
  active_critical_count)
VALUES ('acme', 'production', 'issue-1', 'object', 'agent-1', 'agent', 1, 1, 1),
  ('acme', 'production', 'issue-1', 'asset', 'asset-1', 'asset', 1, 1, 1);

INSERT INTO evaluations (tenant_id, workspace_id, id, name, description, approach, type, config, num_prompts, is_builtin)
VALUES ('acme', 'production', 'evaluation-1', 'Tariffs', 'Asks for tariffs.', 'probe', 'accuracy',
  '{"dataset": [{"prompt": "Tariff of tiles?", "expected": "6907"}]}', 1, false);
INSERT INTO agent_evaluations (tenant_id, workspace_id, id, agent_id, evaluation_id, name, schedule, scheduled_at, next_run_at, weight)
VALUES ('acme', 'production', 'attached-1', 'agent-1', 'evaluation-1', 'Tariffs of the desk', 'monthly', now(), now() + interval '20 days', 1);
INSERT INTO evaluation_runs (tenant_id, workspace_id, id, agent_evaluation_id, evaluation_id, agent_id, config, status, progress, trigger,
  summary, score, created_at, started_at, finished_at)
VALUES ('acme', 'production', 'run-1', 'attached-1', 'evaluation-1', 'agent-1', '{}', 'completed', 100, 'manual',
  '{"score": 0.8, "total": 5, "passed": 4, "failed": 1, "errored": 0}', 0.8, '2026-03-01T07:00:00Z', '2026-03-01T07:00:01Z', '2026-03-01T07:00:02Z');
INSERT INTO evaluation_run_results (tenant_id, workspace_id, run_id, prompt_index, id, status, score)
VALUES ('acme', 'production', 'run-1', 0, 'result-1', 'passed', 100);

INSERT INTO llm_interactions (tenant_id, workspace_id, llm_interaction_id, agent_id, operation_name, provider_name, started_at,
  guardrail_outcome)
SELECT 'acme', 'production', 'interaction-' || minute, 'agent-1', 'chat', 'mistral_ai', date_trunc('hour', now()) - interval '1 hour'
  + minute * interval '1 minute', 'BLOCKED'
FROM generate_series(0, 59) AS minute;
INSERT INTO llm_interaction_keys
SELECT tenant_id, workspace_id, llm_interaction_id, started_at FROM llm_interactions;
INSERT INTO llm_interaction_total_hours VALUES ('acme', 'production', date_trunc('hour', now()) - interval '1 hour', 'BLOCKED', 60);
INSERT INTO llm_interaction_hours VALUES ('acme', 'production', date_trunc('hour', now()) - interval '1 hour', 'agent-1', 'BLOCKED', 60);

INSERT INTO views (tenant_id, workspace_id, id, name, entity, filters, columns)
VALUES ('acme', 'production', 'view-1', 'Agents', 'agents', '{}', '{aispm_object_id,aispm_friendly_name}');
INSERT INTO view_exports (tenant_id, workspace_id, export_workflow_id, view_id, export_status, created_at, started_at, finished_at, expires_at)
VALUES ('acme', 'production', 'export-1', 'view-1', 'completed', now(), now(), now(), now() + interval '7 days');
INSERT INTO view_export_parts VALUES ('acme', 'production', 'export-1', 0, '[["agent-1", "Freight desk"]]');

INSERT INTO client_storage (user_id, client_id, namespace, key, value, size_bytes, etag)
VALUES ('ann', 'console', 'layout', 'home', '{"b": 1, "a": [2]}', 18, 'etag-1');
