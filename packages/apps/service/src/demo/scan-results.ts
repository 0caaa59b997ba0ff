/** The results of the scans of the sample data. */
import { completeScanResults, type ScanResult } from '@aispm/domain';
import type { Scan } from '@aispm/types';
import { newId } from '../platform/core/identifiers.ts';
import { relations } from './relations.ts';
import type { SampleData } from './sample-data.ts';

/** Lists the results of a scan as rows. Adds results to the ones in the sample data, so they add up to the numbers of the scan. */
export function listScanResults(scan: Scan, sampleData: SampleData): (ScanResult & { location_id: string | null })[] {
  const shown = sampleData.scanResults
    .filter(({ scan_id }) => scan_id === scan.scan_id)
    .map(({ aispm_friendly_name: _, location: __, ...result }) => result);
  const inside = new Set(
    relations.flatMap(({ edge, from_id, to_id }) => (edge === 'assets' && to_id === scan.asset_id ? [from_id] : [])),
  );
  const nodes = [...sampleData.agents, ...sampleData.models, ...sampleData.tools, ...sampleData.mcpServers];
  const objects = nodes.filter(({ aispm_object_id }) => inside.has(aispm_object_id));
  const occurrences = sampleData.occurrences.filter(({ asset_id }) => asset_id !== null && asset_id === scan.asset_id);
  const results = [...shown, ...completeScanResults(scan, shown, { objects, occurrences }, () => newId())];
  const locations = new Map(
    sampleData.occurrences.map((one) => [one.fine_grained_issue_id, one.location?.location_id]),
  );
  return results.map((result) => ({
    ...result,
    location_id: locations.get(result.fine_grained_issue_id ?? '') ?? null,
  }));
}
