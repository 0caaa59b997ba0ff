import { describe, expect, it } from 'vitest';
import { scan } from '../src/index.ts';
import { sarifOf } from '../src/write/sarif.ts';
import { summaryOf } from '../src/write/summary.ts';
import { scanSources, withFiles } from './scan-sources.ts';

const SECRET = `ghp_${'Zk29fLw81xB3'.repeat(3)}`;
const AGENT = `from agents import Agent
TOKEN = "${SECRET}"
desk = Agent(name="Desk", model="gpt-4.1")
`;

describe('a secret in the code of an agent', () => {
  it('is a finding with the location of the secret, which no output shows', async () => {
    const { report } = await scanSources({ 'desk.py': AGENT });
    const { occurrences, rules, locations, objects } = report.document;
    expect(rules?.map(({ rule_id }) => rule_id)).toEqual(['secret-in-agent-code']);
    const [occurrence] = occurrences;
    expect(occurrences).toHaveLength(1);
    expect(objects.find(({ key }) => key === occurrence?.object_key)?.aispm_friendly_name).toBe('Desk');
    const location = locations.find(({ key }) => key === occurrence?.location_key);
    expect([location?.file_path, location?.start_line, location?.snippet]).toEqual(['desk.py', 2, undefined]);
    expect(occurrence?.evidence).toEqual([{ kind: 'code', value: '[REDACTED]', redacted: true }]);
    expect(summaryOf(report)).toContain(
      'high  secret-in-agent-code\n  desk.py:2  agent Desk: A string next to Desk contains a secret.',
    );
    const { results } = (sarifOf(report) as { runs: { results: { ruleId: string; locations: unknown[] }[] }[] })
      .runs[0] ?? {
      results: [],
    };
    expect(results.filter(({ ruleId }) => ruleId === 'secret-in-agent-code')).toMatchObject([
      {
        level: 'error',
        locations: [{ physicalLocation: { artifactLocation: { uri: 'desk.py' }, region: { startLine: 2 } } }],
      },
    ]);
    expect(JSON.stringify(report)).not.toContain(SECRET);
  });

  it('keeps its fingerprint when lines move, also from the cache', async () => {
    const first = (await scanSources({ 'desk.py': AGENT })).report.document.occurrences;
    const moved = (await scanSources({ 'desk.py': `# moved\n\n${AGENT}` })).report.document.occurrences;
    expect(moved.map(({ fingerprint }) => fingerprint)).toEqual(first.map(({ fingerprint }) => fingerprint));
    await withFiles({}, (cache) =>
      withFiles({ 'desk.py': AGENT }, async (folder) => {
        const options = { target: 'example.com/fixture', cache };
        const [before, after] = [await scan(folder, options), await scan(folder, options)];
        expect(JSON.stringify(after)).toBe(JSON.stringify(before));
        expect(summaryOf(after)).toBe(summaryOf(before));
      }),
    );
  });

  it.each<[string, Record<string, string>]>([
    [
      'a file without agents',
      { 'desk.py': AGENT.replace(/^TOKEN.*$/m, ''), 'other.py': `from agents import x\nTOKEN = "${SECRET}"\n` },
    ],
    ['the mark itself', { 'desk.py': AGENT.replace(SECRET, '[REDACTED]') }],
    ['a test', { 'tests/test_desk.py': AGENT }],
    ['a reference to a secret', { 'desk.py': AGENT.replace(`"${SECRET}"`, 'os.environ["TOKEN"]') }],
  ])('is none in %s', async (_, files) => {
    const { report } = await scanSources(files);
    expect(report.document.occurrences).toEqual([]);
    expect(report.document).not.toHaveProperty('rules');
  });
});
