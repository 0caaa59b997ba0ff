/** The report of a scan: the scan document, and what it was built from. */
import type { ScanDocument } from '@aispm/types';
import type { DetectedEdge, DetectedObject, Diagnostic, ObjectGraph } from '../graph/graph.ts';
import { assemble, type ReadFile, type Subject } from './document.ts';
import { type Finding, listFindings } from './list-findings.ts';
import { findViolation } from './validate.ts';

/** The result of a scan. */
export interface ScanReport {
  readonly document: ScanDocument;
  /** What couldn't be read or resolved. */
  readonly diagnostics: readonly Diagnostic[];
  /** What was found, and the code behind it. */
  readonly objects: readonly DetectedObject[];
  readonly relations: readonly DetectedEdge[];
  /** What the rules find: the scanner's own, whose findings the document has as occurrences, and the static rules of the service. */
  readonly findings: readonly Finding[];
  readonly statistics: {
    /** Files of the repository, and those that were parsed. */
    readonly files: number;
    readonly parsed: number;
  };
}

/**
 * Assembles the report of what was found.
 *
 * @param readFile returns the text of a file of which lines are shown; without it, none are
 * @throws {Error} if the document violates the contract, which is a bug in the scanner
 */
export async function createReport(
  graph: ObjectGraph,
  subject: Subject,
  statistics: ScanReport['statistics'],
  readFile: ReadFile = () => undefined,
): Promise<ScanReport> {
  const document = assemble(graph, subject, readFile);
  const violation = await findViolation(document);
  if (violation !== undefined) throw new Error(`The scan document does not meet the contract: ${violation}.`);
  return {
    document,
    diagnostics: graph.diagnostics,
    objects: graph.objects(),
    relations: graph.edges(),
    findings: listFindings(document),
    statistics,
  };
}
