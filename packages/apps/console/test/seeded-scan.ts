import type { SeedFunction } from '@aispm/mock';

/** A target of the sample data with two scans that found the same. */
export const COMPARED_TARGET = 'github.com/halden-freight/customs-desk';

const HOUR_MS = 3600 * 1000;

/** Adds a scan between the two of the target, which found one object and one occurrence less. */
export const addScanBetween: SeedFunction = ({ scans }) => {
  const [latest] = scans.list().filter(({ status, target }) => status === 'completed' && target === COMPARED_TARGET);
  if (latest === undefined) throw new Error('The sample data has no completed scan of the target.');
  const { scan_id: _, ...scan } = latest;
  const at = (time: string | null) => new Date(Date.parse(String(time)) - HOUR_MS).toISOString();
  scans.create({
    ...scan,
    is_current: false,
    ai_object_count: scan.ai_object_count - 1,
    detection_count: scan.detection_count - 1,
    created_at: at(scan.created_at),
    started_at: at(scan.started_at),
    finished_at: at(scan.finished_at),
    updated_at: at(scan.updated_at),
  });
};
