-- Triage of single occurrences, and its entries in the history of their issues.
ALTER TABLE fine_grained_issues
  -- The comment of the user who triaged the occurrence itself.
  ADD COLUMN status_comment text,
  ADD COLUMN status_changed_at timestamptz(3),
  ADD COLUMN status_changed_by text,
  ADD COLUMN assignee text COLLATE "C",
  ADD COLUMN due_at timestamptz(3);

ALTER TABLE issue_history
  -- The occurrence that a user triaged itself, and its changed columns.
  ADD COLUMN fine_grained_issue_id text COLLATE "C",
  ADD COLUMN occurrence_before jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN occurrence_after jsonb NOT NULL DEFAULT '{}';
