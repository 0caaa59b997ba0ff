-- The last change that retention has removed from each log, so that readers learn that they have missed changes.
ALTER TABLE change_logs ADD removed_position bigint NOT NULL DEFAULT 0, ADD removed_at timestamptz(3);
