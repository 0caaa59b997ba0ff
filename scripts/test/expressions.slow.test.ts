/** What `lint:expressions` tries on each expression finds quadratic ones. */
import { expect, it } from 'vitest';
import { findSlow } from '../lint/find-slow.ts';

/** Long enough for a quadratic expression to be slow, in characters. */
const LENGTH = 32_768;

it.each([
  ['removes hyphens', '-+$'],
  ['finds a JSON Web Token', '\\beyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]*'],
  ['finds an empty line', '^\\s*-\\s+(.+?)\\s*$'],
  ['finds a script', '<script\\b[^>]*>'],
  ['finds a placeholder', '\\{([^}]+)\\}'],
])('the check finds a quadratic expression that %s', (_, source) => {
  expect(findSlow({ source, flags: 'g', place: 'here:1', file: 'here' }, LENGTH)).toMatch(/^here:1 with "/);
});
