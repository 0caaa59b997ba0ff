import { expect, it } from 'vitest';
import { redact } from '../src/platform/redaction/redaction.ts';

it.each([
  ['ENV ERP_CLIENT_SECRET=hunter2hunter2', 'ENV ERP_CLIENT_SECRET=[REDACTED]'],
  ['"password": "correct horse"', '"password": "[REDACTED]"'],
  ['Authorization: Bearer abcdefghijklmnop', 'Authorization: Bearer [REDACTED]'],
  ['postgres://app:s3cret@db.example/app', 'postgres://app:[REDACTED]@db.example/app'],
  [`use AKIA${'A'.repeat(16)}.`, 'use [REDACTED].'],
  [`sk-ant-${'a'.repeat(40)}`, '[REDACTED]'],
  [`ghp_${'a'.repeat(36)}`, '[REDACTED]'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', '[REDACTED]'],
  ['-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----\nrest', '[REDACTED]\nrest'],
  ['-----BEGIN PRIVATE KEY-----\nMIIB', '[REDACTED]'],
  [`github_pat_${'a'.repeat(22)}`, '[REDACTED]'],
  [`glpat-${'a'.repeat(20)}`, '[REDACTED]'],
  [`xoxb-${'1'.repeat(10)}`, '[REDACTED]'],
  [`AIza${'a'.repeat(35)}`, '[REDACTED]'],
  [`rk_live_${'a'.repeat(16)}`, '[REDACTED]'],
  [`aispm_${'a'.repeat(16)}`, '[REDACTED]'],
  ['basic dXNlcjpwYXNzd29yZA==', 'basic [REDACTED]'],
  ['PASSWD=hunter2', 'PASSWD=[REDACTED]'],
  ['api-key: hunter2', 'api-key: [REDACTED]'],
  ['AccessKey=hunter2', 'AccessKey=[REDACTED]'],
  ['private_key: hunter2', 'private_key: [REDACTED]'],
  ['token=hunter2', 'token=[REDACTED]'],
])('replaces the secret in %j: %j', (text, expected) => {
  expect(redact(text)).toEqual({ text: expected, redacted: true });
});

it.each([
  'The token count is 40.',
  'Read the password policy.',
  'https://user.example:8443/a',
  'API_KEY=[REDACTED]',
  'sk-1',
  '',
])('does not redact %j', (text) => {
  expect(redact(text)).toEqual({ text, redacted: false });
});

it('redacts nothing more when applied twice', () => {
  const once = redact('token: abcdefghij and Bearer abcdefghijklmnop').text;
  expect(redact(once)).toEqual({ text: once, redacted: false });
});

it.each([
  ['a-', false],
  ['token', false],
  ['-----BEGIN PRIVATE KEY-----', true],
  ['a://', false],
  ['eyJ', false],
  ['= ', false],
  [' ', false],
])('redacts the same in a long string that repeats %j as in a short one', (piece, redacted) => {
  const [short, long] = [redact(piece.repeat(20)), redact(piece.repeat(20_000))];
  expect([short.redacted, long.redacted]).toEqual([redacted, redacted]);
  if (redacted) expect(long.text).toBe(short.text);
});
