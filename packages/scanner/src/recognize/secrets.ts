/** Secrets in source files that define something. */
import { secretInAgentCode } from '../external-rules/secret-in-agent-code.ts';
import type { FileFacts } from '../facts/facts.ts';
import { visitStrings } from '../facts/visit.ts';
import type { DetectedObject, ObjectGraph, ObjectKind } from '../graph/graph.ts';
import { sourceLocation } from '../graph/locate.ts';
import { REDACTED } from '../text/redact.ts';

/** Whose secret it is when a file defines several things. Models have no owner. */
const KINDS: readonly ObjectKind[] = ['agent', 'mcp_server', 'tool'];
/** No more secrets of one file are reported, and no more of a string is shown. */
const MAX_SECRETS = 20;
const MAX_TEXT = 200;

/** Adds a finding for each string with a secret in a file that defines an agent, an MCP server or a tool. */
export function addSecrets(graph: ObjectGraph, files: Iterable<FileFacts>): void {
  const owners = ownersByFile(graph);
  for (const facts of files) {
    const found = owners.get(facts.path);
    if (found === undefined) continue;
    let count = 0;
    visitStrings(facts, ({ value, digest, span }) => {
      // A string that wasn't changed has no digest: it contains the mark itself.
      if (digest === undefined || !value.includes(REDACTED) || count >= MAX_SECRETS) return;
      count += 1;
      const shown = value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
      graph.findings.push({
        rule: secretInAgentCode,
        found,
        location: sourceLocation(facts.path, span, 'a string with a secret'),
        message: `A string next to ${found.name} contains a secret. Everyone who can read the repository has it.`,
        evidence: [{ kind: 'code', value: shown, redacted: true }],
        confidence: 0.9,
      });
    });
  }
}

function ownersByFile(graph: ObjectGraph): ReadonlyMap<string, DetectedObject> {
  const owners = new Map<string, DetectedObject>();
  for (const kind of KINDS) {
    for (const found of graph.objects()) {
      if (found.kind !== kind) continue;
      for (const { file } of found.locations) owners.set(file, owners.get(file) ?? found);
    }
  }
  return owners;
}
