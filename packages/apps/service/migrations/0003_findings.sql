-- Rules, issues (one for each rule) and their single occurrences.

-- Every workspace contains the rules of the service, and the external ones of its scans.
CREATE TABLE rules (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  rule_id text COLLATE "C" NOT NULL,
  rule_name text COLLATE "C" NOT NULL,
  name_order text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(rule_name COLLATE "default")) STORED,
  rule_description text NOT NULL,
  object_types text[] NOT NULL,
  source text COLLATE "C" NOT NULL,
  severity text COLLATE "C" NOT NULL,
  tags jsonb NOT NULL DEFAULT '{}',
  remediation jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, workspace_id, rule_id)
);
CREATE INDEX rules_by_name ON rules (tenant_id, workspace_id, name_order, rule_id);
SELECT aispm_isolate('rules');

CREATE TABLE issues (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  issue_id text COLLATE "C" NOT NULL,
  rule_id text COLLATE "C" NOT NULL,
  definitive_severity text COLLATE "C" NOT NULL,
  severity_rank smallint NOT NULL GENERATED ALWAYS AS (aispm_severity_rank(definitive_severity)) STORED,
  severity_reason text,
  status text COLLATE "C" NOT NULL,
  status_reason text COLLATE "C",
  status_comment text,
  status_changed_at timestamptz(3),
  status_changed_by text,
  -- Types of the objects that have or had the finding.
  object_types text[] NOT NULL,
  -- Objects with an occurrence of this severity that is neither resolved nor suppressed.
  critical_element_count bigint NOT NULL DEFAULT 0,
  high_element_count bigint NOT NULL DEFAULT 0,
  total_priority_affected_elements bigint NOT NULL GENERATED ALWAYS AS (critical_element_count + high_element_count) STORED,
  -- Objects with an occurrence that is not resolved.
  total_affected_elements bigint NOT NULL DEFAULT 0,
  -- Occurrences that are not resolved.
  fine_grained_issue_count bigint NOT NULL DEFAULT 0,
  first_seen_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  resolved_at timestamptz(3),
  reopened_at timestamptz(3),
  reopen_count bigint NOT NULL DEFAULT 0,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, workspace_id, issue_id),
  UNIQUE (tenant_id, workspace_id, rule_id),
  FOREIGN KEY (tenant_id, workspace_id, rule_id) REFERENCES rules
);
CREATE INDEX issues_by_severity ON issues (tenant_id, workspace_id, severity_rank DESC, issue_id);
CREATE INDEX issues_by_priority ON issues (tenant_id, workspace_id, total_priority_affected_elements, issue_id);
CREATE INDEX issues_by_first_seen ON issues (tenant_id, workspace_id, first_seen_at, issue_id);
CREATE INDEX issues_by_last_seen ON issues (tenant_id, workspace_id, last_seen_at, issue_id);
CREATE INDEX issues_by_update ON issues (tenant_id, workspace_id, updated_at, issue_id);
SELECT aispm_isolate('issues');

-- Periods in which an issue was not resolved, which the histogram counts. The last one of an issue that is not resolved is open.
CREATE TABLE issue_periods (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  issue_id text COLLATE "C" NOT NULL,
  opened_at timestamptz(3) NOT NULL,
  resolved_at timestamptz(3),
  PRIMARY KEY (tenant_id, workspace_id, issue_id, opened_at),
  FOREIGN KEY (tenant_id, workspace_id, issue_id) REFERENCES issues ON DELETE CASCADE
);
CREATE UNIQUE INDEX issue_periods_open ON issue_periods (tenant_id, workspace_id, issue_id) WHERE resolved_at IS NULL;
SELECT aispm_isolate('issue_periods');

CREATE TABLE fine_grained_issues (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  fine_grained_issue_id text COLLATE "C" NOT NULL,
  issue_id text COLLATE "C" NOT NULL,
  rule_id text COLLATE "C" NOT NULL,
  fingerprint text COLLATE "C" NOT NULL,
  aispm_object_id text COLLATE "C" NOT NULL,
  -- Copies of the object's name and type, because the list sorts and filters by them.
  aispm_friendly_name text COLLATE "C" NOT NULL,
  name_order text COLLATE "C" NOT NULL GENERATED ALWAYS AS (lower(aispm_friendly_name COLLATE "default")) STORED,
  object_type text COLLATE "C" NOT NULL,
  asset_id text COLLATE "C",
  location_id text COLLATE "C",
  definitive_severity text COLLATE "C" NOT NULL,
  severity_rank smallint NOT NULL GENERATED ALWAYS AS (aispm_severity_rank(definitive_severity)) STORED,
  -- Why the severity differs from that of the rule; null when it does not.
  severity_reason text,
  confidence double precision,
  status text COLLATE "C" NOT NULL,
  status_reason text COLLATE "C",
  message text NOT NULL,
  evidence jsonb NOT NULL DEFAULT '[]',
  scan_id text COLLATE "C",
  first_scan_id text COLLATE "C",
  -- Newest first.
  llm_interaction_ids text[] NOT NULL DEFAULT '{}',
  first_seen_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  resolved_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, workspace_id, fine_grained_issue_id),
  UNIQUE (tenant_id, workspace_id, rule_id, fingerprint),
  FOREIGN KEY (tenant_id, workspace_id, issue_id) REFERENCES issues,
  FOREIGN KEY (tenant_id, workspace_id, aispm_object_id) REFERENCES objects,
  FOREIGN KEY (tenant_id, workspace_id, asset_id) REFERENCES objects,
  FOREIGN KEY (tenant_id, workspace_id, location_id) REFERENCES objects
);
CREATE INDEX fine_grained_issues_by_severity
  ON fine_grained_issues (tenant_id, workspace_id, severity_rank DESC, fine_grained_issue_id);
CREATE INDEX fine_grained_issues_by_severity_rising
  ON fine_grained_issues (tenant_id, workspace_id, severity_rank, fine_grained_issue_id);
CREATE INDEX fine_grained_issues_by_name
  ON fine_grained_issues (tenant_id, workspace_id, name_order, fine_grained_issue_id);
CREATE INDEX fine_grained_issues_by_first_seen
  ON fine_grained_issues (tenant_id, workspace_id, first_seen_at, fine_grained_issue_id);
CREATE INDEX fine_grained_issues_by_last_seen
  ON fine_grained_issues (tenant_id, workspace_id, last_seen_at, fine_grained_issue_id);
CREATE INDEX fine_grained_issues_of_issue
  ON fine_grained_issues (tenant_id, workspace_id, issue_id, severity_rank DESC, fine_grained_issue_id);
CREATE INDEX fine_grained_issues_of_object
  ON fine_grained_issues (tenant_id, workspace_id, aispm_object_id, severity_rank DESC, fine_grained_issue_id);
CREATE INDEX fine_grained_issues_in_asset
  ON fine_grained_issues (tenant_id, workspace_id, asset_id, severity_rank DESC, fine_grained_issue_id);
CREATE INDEX fine_grained_issues_at_location
  ON fine_grained_issues (tenant_id, workspace_id, location_id, severity_rank DESC, fine_grained_issue_id);
CREATE INDEX fine_grained_issues_with_status
  ON fine_grained_issues (tenant_id, workspace_id, status, severity_rank DESC, fine_grained_issue_id);
CREATE INDEX fine_grained_issues_of_scan ON fine_grained_issues (tenant_id, workspace_id, scan_id);
SELECT aispm_isolate('fine_grained_issues');

-- How many occurrences of an issue an object has, or an asset contains. Every count of issues comes from here, in the
-- transaction that changes an occurrence.
CREATE TABLE issue_elements (
  tenant_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  issue_id text COLLATE "C" NOT NULL,
  -- `object` has the finding itself, `asset` contains that object.
  role text COLLATE "C" NOT NULL,
  aispm_object_id text COLLATE "C" NOT NULL,
  object_type text COLLATE "C" NOT NULL,
  -- Occurrences of any status.
  occurrence_count bigint NOT NULL DEFAULT 0,
  -- Those that are not resolved, by severity.
  critical_count bigint NOT NULL DEFAULT 0,
  high_count bigint NOT NULL DEFAULT 0,
  medium_count bigint NOT NULL DEFAULT 0,
  low_count bigint NOT NULL DEFAULT 0,
  info_count bigint NOT NULL DEFAULT 0,
  -- Those among them that are not suppressed either.
  active_critical_count bigint NOT NULL DEFAULT 0,
  active_high_count bigint NOT NULL DEFAULT 0,
  unresolved_count bigint NOT NULL GENERATED ALWAYS AS (
    critical_count + high_count + medium_count + low_count + info_count
  ) STORED,
  -- The most severe of those that are not resolved; 0 when all are.
  severity_rank smallint NOT NULL GENERATED ALWAYS AS (
    CASE WHEN critical_count > 0 THEN 5 WHEN high_count > 0 THEN 4 WHEN medium_count > 0 THEN 3 WHEN low_count > 0 THEN 2
      WHEN info_count > 0 THEN 1 ELSE 0 END
  ) STORED,
  PRIMARY KEY (tenant_id, workspace_id, issue_id, role, aispm_object_id),
  FOREIGN KEY (tenant_id, workspace_id, issue_id) REFERENCES issues ON DELETE CASCADE,
  FOREIGN KEY (tenant_id, workspace_id, aispm_object_id) REFERENCES objects
);
CREATE INDEX issue_elements_of_object ON issue_elements (tenant_id, workspace_id, aispm_object_id, role, issue_id);
CREATE INDEX issue_elements_of_type ON issue_elements (tenant_id, workspace_id, role, object_type, issue_id);
SELECT aispm_isolate('issue_elements');
