import { expect, it } from 'vitest';
import { describeOldNode } from '../src/node-version.ts';

const manifest = JSON.stringify({ engines: { node: '>=24.18.2' } });

it.each(['24.18.2', '24.18.10', '24.100.0', '25.0.0', '100.1.0'])('Node.js %s suffices', (current) => {
  expect(describeOldNode('aispm', manifest, current)).toBeUndefined();
});

it.each(['24.18.1', '24.9.9', '24.2.20', '20.20.2', '9.99.99'])('Node.js %s is too old', (current) => {
  expect(describeOldNode('aispm', manifest, current)).toBe(
    `aispm: needs Node.js 24.18.2 or newer; this is ${current}. Install it from https://nodejs.org, or in this folder: npm install node@24`,
  );
});
