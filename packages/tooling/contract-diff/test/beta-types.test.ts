import { listOperations } from '@aispm/openapi';
import { describe, expect, it } from 'vitest';
import { compareStates } from '../src/gate/gate.ts';
import { formatText } from '../src/gate/report.ts';
import { readReleases, type State } from '../src/releases/releases.ts';

const [release] = readReleases() as [State];

/** Removes an operation: from the contract, and with its types from the reports of all packages. */
function removeOperation(id: string): State {
  const contract = structuredClone(release.contract);
  const operation = listOperations(contract).find(({ operationId }) => operationId === id);
  if (!operation) throw new Error(`The release has no operation ${id}.`);
  const { method, pathItem } = operation;
  delete (pathItem as Record<string, unknown>)[method];
  const capitalized = `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
  const ofClient = new RegExp(
    `^export \\S+ (${id}|${capitalized}(Operation|Params|WorkspaceParams|Result|Error))\\b`,
    'm',
  );
  const apiReports = new Map(
    [...release.apiReports].map(([entryPoint, report]) => [
      entryPoint,
      report
        .split(/(?=^\/\/ @public)/m)
        .filter((block) => !ofClient.test(block))
        .join('')
        .replace(new RegExp(`^ {4}${id}: \\{\\n[^]*?^ {4}\\};\\n`, 'm'), '')
        .replace(new RegExp(`^ {8}${method}: operations\\["${id}"\\];\\n`, 'm'), `        ${method}?: never;\n`),
    ]),
  );
  return { ...release, contract, apiReports };
}

describe('the removal of an operation with its types', () => {
  it.each([
    { id: 'listViewExports', level: 'beta', verdict: 'minor' },
    { id: 'listTools', level: 'beta', verdict: 'minor' },
    { id: 'getIssue', level: 'stable', verdict: 'major' },
  ])('requires a $verdict version for $id, which is $level', async ({ id, verdict }) => {
    const findings = await compareStates(release, removeOperation(id));
    expect(findings.required, formatText('Since 1.0.0', findings)).toBe(verdict);
    const locations = findings.types.map(({ location }) => location);
    expect(locations).toContain(`@aispm/types operations.${id}`);
    expect(locations).toContain(`@aispm/client ${id}`);
  });
});
