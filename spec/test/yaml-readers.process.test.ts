/**
 * Readers of YAML 1.1, which most languages have, take an unquoted `2026-11-18T07:00:00Z` for a date, `no` for false and `1:30` for a
 * number. Besides those that run here, these read the published form as `openapi.json` on 2026-11-28: gopkg.in/yaml.v3 3.0.1 (Go),
 * serde_yaml 0.9.34 (Rust), SnakeYAML 1.33 (Java) and ruamel.yaml 0.19.1 in its mode for YAML 1.1 (Python).
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const dist = join(import.meta.dirname, '../dist');
const read = (file: string) => readFileSync(join(dist, file), 'utf8');

describe.each(['openapi.yaml', 'openapi.compat.yaml', 'openapi.compat-3.0.yaml'])('the bundle %s', (file) => {
  const expected = parse(read(file));

  it('has the same values in YAML 1.1 as in YAML 1.2', () => {
    expect(parse(read(file), { version: '1.1' })).toEqual(expected);
  });

  const program = 'import json, sys, yaml; json.dump(yaml.safe_load(open(sys.argv[1], encoding="utf-8")), sys.stdout)';
  const hasPyYaml = spawnSync('python3', ['-c', 'import yaml']).status === 0;
  if (!hasPyYaml) process.stderr.write('PyYAML is missing (apt-get install python3-yaml): its test is skipped.\n');

  // The forms for generators have the same values in the same style.
  const tags = file === 'openapi.yaml' ? [] : ['nightly'];
  it.skipIf(!hasPyYaml)('has the same values for PyYAML', { tags }, () => {
    const { stdout, stderr } = spawnSync('python3', ['-c', program, join(dist, file)], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(expected);
  });
});

describe('openapi.yaml', () => {
  it('is openapi.json', () => {
    expect(parse(read('openapi.yaml'))).toEqual(JSON.parse(read('openapi.json')));
  });
});
