import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareWithReleases } from '../src/baseline.ts';
import { ENTRY_POINTS } from '../src/releases/api-reports.ts';
import { type State, writeRelease } from '../src/releases/releases.ts';
import { Contract } from './injected-changes.ts';
import { createSlice } from './slice.ts';

const TODAY = '2026-11-20';

const addTag = (contract: Contract) => {
  contract.schema('Rule').properties.tag = { type: 'string' };
};
const addTwoTags = (contract: Contract) => {
  addTag(contract);
  contract.schema('Rule').properties.second_tag = { type: 'string' };
};
const removeSource = (contract: Contract) => {
  delete contract.schema('Rule').properties.source;
};

function createState(version: string, change: (contract: Contract) => void = () => {}): State {
  const contract = createSlice();
  contract.info.version = version;
  change(new Contract(contract));
  return { version, contract, apiReports: new Map(ENTRY_POINTS.map(({ name }) => [name, `${name}\n`])) };
}

async function findProblems(releases: State[], workingTree: State): Promise<string[]> {
  return (await compareWithReleases(releases, workingTree, [], TODAY)).problems;
}

describe('a version', () => {
  const [first, second] = [createState('1.0.0'), createState('1.1.0', addTag)];

  it('without a release fails, even where it reflects the changes', async () => {
    expect(await findProblems([first], second)).toEqual([expect.stringContaining('has no release 1.1.0')]);
  });

  it('that is recorded and reflects the changes passes', async () => {
    expect(await findProblems([first], createState('1.0.0'))).toEqual([]);
    expect(await findProblems([first, second], createState('1.1.0', addTag))).toEqual([]);
  });

  it('does not pass without what its own release has added', async () => {
    expect(await findProblems([first, second], createState('1.1.0'))).toEqual([
      expect.stringContaining('The working tree differs from the release 1.1.0'),
    ]);
  });

  it('has to be a major one to remove what the last release has added', async () => {
    expect(await findProblems([first, second], createState('1.2.0'))).toEqual([
      expect.stringContaining('The changes since 1.1.0 require a major version'),
      expect.stringContaining('has no release 1.2.0'),
    ]);
  });

  it('is judged by the release before it, not by its own', async () => {
    const breaking = () => createState('1.1.0', removeSource);
    expect(await findProblems([first, breaking()], breaking())).toEqual([
      expect.stringContaining('The changes since 1.0.0 require a major version'),
    ]);
  });

  it('that is lower than the last release fails', async () => {
    expect(await findProblems([first, second], createState('1.0.5'))).toEqual([
      expect.stringContaining('is lower than the released 1.1.0'),
    ]);
  });

  it('has no base if there is no release', async () => {
    await expect(findProblems([], first)).rejects.toThrow('Run "npm run contract:release -w @aispm/contract-diff"');
  });
});

describe('recording a release', () => {
  let folder: string;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], { cwd: folder });
  const read = (file: string) => readFileSync(join(folder, 'spec/releases', file), 'utf8');

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'aispm-releases-'));
    git('init', '--quiet', '--initial-branch=main');
    writeRelease(createState('1.0.0'), folder);
    git('add', '.');
    git('commit', '--quiet', '--message=Release');
    git('switch', '--quiet', '--create=branch');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('adds the contract, the API reports and their checksums', () => {
    writeRelease(createState('1.1.0', addTag), folder);
    expect(read('1.1.0.yaml')).toContain('version: 1.1.0');
    expect(ENTRY_POINTS.filter(({ report }) => !existsSync(join(folder, 'spec/releases/1.1.0', report)))).toEqual([]);
    expect(read('SHA256SUMS')).toMatch(/^[0-9a-f]{64} {2}1\.1\.0\.yaml$/m);
  });

  it('changes nothing when the release is the working tree', () => {
    const before = read('1.0.0.yaml');
    writeRelease(createState('1.0.0'), folder);
    expect(read('1.0.0.yaml')).toBe(before);
  });

  it('replaces a release that is not on main yet', () => {
    writeRelease(createState('1.1.0', addTag), folder);
    git('add', '.');
    git('commit', '--quiet', '--message=Release');
    writeRelease(createState('1.1.0', addTwoTags), folder);
    expect(read('1.1.0.yaml')).toContain('second_tag');
  });

  it('records the day of each release once', () => {
    rmSync(join(folder, 'spec/releases/1.0.0.yaml'));
    writeRelease(createState('1.0.0'), folder);
    writeRelease(createState('1.1.0', addTag), folder);
    expect(read('dates.yaml')).toMatch(/^1\.0\.0: '\d{4}-\d\d-\d\d'\n1\.1\.0: '\d{4}-\d\d-\d\d'\n$/);
  });

  it('rejects changes to a release on main', () => {
    expect(() => writeRelease(createState('1.0.0', addTag), folder)).toThrow(
      'Version 1.0.0 has been released already. Raise the version',
    );
  });
});
