/** Whatever a bill contains: each of its parts is in the scan document, or in what the import says it leaves out. */
import fc, { type Arbitrary } from '@aispm/testing/properties';
import { expect, it } from 'vitest';
import { type ImportContext, importReport } from '../../../src/domains/scans/index.ts';
import { expectValidDocument } from './scan-document.ts';

const RUNS = 300;

/** Few values each, so that parts often share their names, versions, package URLs and references. */
const ref = fc.constantFrom('c11-0', 'c11-1', 'c11-2', 'c11-3', 's9-0', 's9-1', 'root', 'nothing');
const name = fc.constantFrom('claude', 'bert', 'gateway', 'tariffs');
const version = fc.constantFrom('1', '2', '10', 'latest');
const purl = fc.constantFrom('pkg:huggingface/google/bert', 'pkg:huggingface/google/bert@v2', 'pkg:npm/bert');
const garbage = fc.constantFrom<unknown>(null, 1, 'x', [], {}, [null], '\u0000');
const rarelyWrong = <T>(value: Arbitrary<T>): Arbitrary<unknown> =>
  fc.oneof({ weight: 30, arbitrary: value }, { weight: 1, arbitrary: garbage });
const optional = (fields: Record<string, Arbitrary<unknown>>) =>
  fc.record(Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, rarelyWrong(value)])), {
    requiredKeys: [],
  });

const properties = fc.array(
  fc.record({
    name: fc.constantFrom('aispm:object_type', 'aispm:stable_key', 'aispm:tool_kind', 'aispm:label:team', 'SrcFile'),
    value: fc.constantFrom('agent', 'tool', 'model', 'mcp_server', 'desk', 'constructor', '/srv/a.py#L3'),
  }),
  { maxLength: 3 },
);
const component: Arbitrary<Record<string, unknown>> = fc.letrec((tie) => ({
  component: optional({
    type: fc.constantFrom('machine-learning-model', 'library', 'data', 'application'),
    name,
    version,
    purl,
    group: name,
    properties,
    data: fc.array(optional({ type: fc.constant('dataset'), name }), { maxLength: 2 }),
    modelCard: optional({
      modelParameters: optional({ task: name, datasets: fc.array(optional({ ref, name }), { maxLength: 2 }) }),
    }),
    evidence: optional({ occurrences: fc.array(optional({ location: name, line: fc.nat() }), { maxLength: 2 }) }),
    components: fc.array(tie('component'), { maxLength: 1 }),
  }),
})).component as Arbitrary<Record<string, unknown>>;
const service = optional({
  group: fc.constantFrom('mcp', 'web'),
  name,
  version,
  endpoints: fc.constantFrom(['https://one.example/mcp'], ['https://two.example/mcp']),
  authenticated: fc.boolean(),
  properties,
});
const vulnerability = optional({
  id: fc.constantFrom('CVE-2026-1', 'CVE-2026-2'),
  description: fc.constantFrom('bad', 'worse'),
  ratings: fc.array(optional({ severity: fc.constantFrom('critical', 'low', 'none'), score: fc.double() }), {
    maxLength: 2,
  }),
  cwes: fc.array(fc.nat({ max: 2000 }), { maxLength: 2 }),
  analysis: optional({ state: fc.constantFrom('resolved', 'exploitable', 'not_affected') }),
  affects: fc.array(optional({ ref }), { maxLength: 3 }),
});
const bill = fc.record({
  bomFormat: fc.constant('CycloneDX'),
  specVersion: fc.constant('1.6'),
  metadata: optional({
    component: optional({ type: fc.constant('application'), 'bom-ref': fc.constant('root'), name }),
  }),
  components: fc.array(component, { maxLength: 6 }),
  services: fc.array(service, { maxLength: 3 }),
  dependencies: rarelyWrong(
    fc.array(optional({ ref, dependsOn: fc.array(rarelyWrong(ref), { maxLength: 3 }) }), { maxLength: 4 }),
  ),
  vulnerabilities: rarelyWrong(fc.array(vulnerability, { maxLength: 4 })),
});

/** A part of a bill, with what identifies it: its `bom-ref`, and a text that the document has when the part is in it. */
interface Part {
  pointer: string;
  ref: string;
  mark: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Gives each component and service a reference and its own text, and lists them, nested ones as well. */
function mark(parts: unknown, pointer: string, key: string): Part[] {
  return listOf(parts).flatMap((part, index) => {
    const own = {
      pointer: `${pointer}/${index}`,
      ref: `${key[0]}${pointer.length}-${index}`,
      mark: `mark-${pointer}-${index}-`,
    };
    if (!isObject(part)) return [own];
    part['bom-ref'] = own.ref;
    part[part.type === 'data' ? 'name' : 'description'] = own.mark;
    return [own, ...mark(part[key], `${own.pointer}/${key}`, key)];
  });
}

const contexts: readonly ImportContext[] = [
  { target: 'github.com/halden-freight/customs-desk' },
  { target: 'github.com/halden-freight/customs-desk', assetId: 'a1' },
];

it.each(contexts)('each part of a BOM is imported, or listed as not imported: %j', (context) => {
  fc.assert(
    fc.property(bill, (parts) => {
      const all = [
        ...mark(parts.components, '/components', 'components'),
        ...mark(parts.services, '/services', 'services'),
      ];
      const vulnerabilities = listOf(parts.vulnerabilities).map((item, index) => {
        if (isObject(item)) item.id = `CVE-${index}-`;
        return { pointer: `/vulnerabilities/${index}`, ref: '', mark: `CVE-${index}-` };
      });
      const { documents, rejected, incomplete, ignored } = importReport('cyclonedx', JSON.stringify(parts), context);
      const [document] = documents;
      if (document === undefined) throw new Error('The bill has no document.');
      expectValidDocument(document);
      const violations = [...rejected, ...incomplete];
      const text = JSON.stringify(document);
      const isImported = (part: Part) => text.includes(part.mark);
      const isNamed = ({ pointer }: Part) =>
        violations.some(
          (violation) =>
            `${violation.pointer}/`.startsWith(`${pointer}/`) || violation.pointer === pointer.replace(/\/\d+$/, ''),
        );
      const count = (pattern: RegExp) =>
        ignored.filter(({ what }) => pattern.test(what)).reduce((sum, items) => sum + items.count, 0);
      const expectComplete = (list: readonly Part[], left: number) => {
        const others = list.filter((part) => !isImported(part));
        expect(left).toBeLessThanOrEqual(others.length);
        expect(left).toBeGreaterThanOrEqual(others.filter((part) => !isNamed(part)).length);
      };
      expectComplete(all, count(/^(?:components|services|data sets)/));
      expectComplete(vulnerabilities, count(/^vulnerabilities/));

      const keys = new Map(
        document.objects.flatMap(({ key, description, aispm_friendly_name }) => {
          const part = all.find((each) => [description, aispm_friendly_name].includes(each.mark));
          return part === undefined ? [] : [[part.ref, key] as const];
        }),
      );
      const edges = new Set(document.edges.map(({ from_key, to_key }) => `${from_key} ${to_key}`));
      let without = 0;
      for (const [index, item] of listOf(parts.dependencies).entries()) {
        if (!isObject(item)) continue;
        for (const [position, to] of listOf(item.dependsOn).entries()) {
          const pointer = `/dependencies/${index}/dependsOn/${position}`;
          const [from, end] = [keys.get(String(item.ref)), keys.get(String(to))];
          const isImplied = item.ref === 'root' && end !== undefined;
          const isMerged = [item.ref, to].some((each) => all.some((part) => part.ref === each && !isImported(part)));
          const isEdge = from !== undefined && end !== undefined && edges.has(`${from} ${end}`);
          if (!isImplied && !isMerged && !isEdge && !isNamed({ pointer, ref: '', mark: '' })) without += 1;
        }
      }
      expect(count(/^dependencies/)).toBeGreaterThanOrEqual(without);
    }),
    { numRuns: RUNS },
  );
});
