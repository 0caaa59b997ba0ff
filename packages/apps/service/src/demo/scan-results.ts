/** The results of the scans of the story. */
import { completeScanResults, type ScanResult } from '@aispm/dataset';
import type { Scan } from '@aispm/types';
import { newId } from '../platform/identifiers.ts';
import { relations } from './relations.ts';
import type { Story } from './story.ts';

/** Lists the results of a scan: those of the story, and such that all of them add up to the numbers of the scan. */
export function listScanResults(scan: Scan, story: Story): ScanResult[] {
  const shown = story.scanResults
    .filter(({ scan_id }) => scan_id === scan.scan_id)
    .map(({ aispm_friendly_name: _, ...result }) => result);
  const inside = new Set(
    relations.flatMap(({ edge, from_id, to_id }) => (edge === 'assets' && to_id === scan.asset_id ? [from_id] : [])),
  );
  const nodes = [...story.agents, ...story.models, ...story.tools, ...story.mcpServers];
  const objects = nodes.filter(({ aispm_object_id }) => inside.has(aispm_object_id));
  const occurrences = story.occurrences.filter(({ asset_id }) => asset_id !== null && asset_id === scan.asset_id);
  return [...shown, ...completeScanResults(scan, shown, { objects, occurrences }, () => newId())];
}
