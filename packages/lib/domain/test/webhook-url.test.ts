import { describe, expect, it } from 'vitest';
import { findWebhookUrlProblem } from '../src/webhook-url.ts';

const refuseAll = () => false;
const allowAll = () => true;

describe('findWebhookUrlProblem', () => {
  it.each([
    'https://hooks.example.com/x',
    'https://hooks.example.com:8443/x?y=z',
    'https://127.example.com/',
    'https://localhost.example.com/',
  ])('accepts %s', (url) => {
    expect(findWebhookUrlProblem(url, refuseAll)).toBeUndefined();
  });

  it.each([
    ['not a URL', 'must be a URL'],
    ['http://hooks.example.com/', 'must start with https://'],
    ['ftp://localhost/', 'must start with https://'],
    ['http://10.0.0.12/', 'must start with https://'],
    ['https://user:word@hooks.example.com/', 'must not contain credentials'],
    ['https://user@hooks.example.com/', 'must not contain credentials'],
    ['https://hooks.example.com/#x', 'must not have a fragment'],
  ])('rejects %s, whatever the operator allows', (url, problem) => {
    expect(findWebhookUrlProblem(url, allowAll)).toBe(problem);
  });

  it.each([
    ['https://10.0.0.12/', '10.0.0.12'],
    ['https://203.0.113.7/', '203.0.113.7'],
    ['https://2130706433/', '127.0.0.1'],
    ['https://0x7f.1/', '127.0.0.1'],
    ['https://0177.0.0.1/', '127.0.0.1'],
    ['https://[::1]/', '::1'],
    ['https://[::ffff:10.0.0.1]/', '::ffff:a00:1'],
    ['https://[fe80::1]/', 'fe80::1'],
    ['https://localhost/', 'localhost'],
    ['https://LOCALHOST./', 'localhost.'],
    ['https://a.localhost/', 'a.localhost'],
    ['http://127.0.0.1:8080/', '127.0.0.1'],
  ])('asks the operator about %s', (url, host) => {
    const asked: string[] = [];
    const find = (allowed: boolean) =>
      findWebhookUrlProblem(url, ({ hostname }) => {
        asked.push(hostname.replace(/^\[|\]$/g, ''));
        return allowed;
      });
    expect(find(false)).toBe(`must name a host: ${host} is an address that the operator has not allowed`);
    expect(find(true)).toBeUndefined();
    expect(asked).toEqual([host, host]);
  });
});
