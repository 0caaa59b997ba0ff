-- The processes that execute jobs. Each renews its row every few seconds, so that others know whether jobs are being executed.
CREATE TABLE job_workers (
  process text COLLATE "C" PRIMARY KEY,
  seen_at timestamptz(3) NOT NULL DEFAULT now()
);
