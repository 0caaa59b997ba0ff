import { expect, it } from 'vitest';
import { describeOldNode } from '../src/text/node-version.ts';

const manifest = JSON.stringify({ engines: { node: '>=20.19.2' } });

it.each(['20.19.2', '20.19.10', '20.100.0', '21.0.0', '100.1.0'])('Node.js %s suffices', (current) => {
  expect(describeOldNode('aispm', manifest, current)).toBeUndefined();
});

it.each(['20.19.1', '20.9.9', '20.2.20', '18.20.8', '9.99.99'])('Node.js %s is too old', (current) => {
  expect(describeOldNode('aispm', manifest, current)).toBe(
    `aispm: needs Node.js 20.19.2 or newer; this is ${current}. Install it from https://nodejs.org.`,
  );
});

it('a required version is named without a trailing 0', () => {
  const first = JSON.stringify({ engines: { node: '>=20.19.0' } });
  expect(describeOldNode('aispm', first, '20.18.3')).toContain('Node.js 20.19 or newer;');
});
