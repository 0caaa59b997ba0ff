import fc from '@aispm/testing/properties';
import { expect, it } from 'vitest';
import { AuthenticationFailures } from '../../src/platform/http/access/authentication-failures.ts';
import { toClientNetwork } from '../../src/platform/http/access/client-address.ts';

const MINUTE_MS = 60_000;

/** Failures with a clock that the test moves. */
function startCounting(limit: number) {
  const clock = { now: 0 };
  return { clock, failures: new AuthenticationFailures(limit, () => clock.now) };
}

it('an IP address regains its quota a minute after its first failure', () => {
  const { clock, failures } = startCounting(2);
  failures.add('192.0.2.1');
  clock.now = MINUTE_MS - 1;
  failures.add('192.0.2.1');
  expect(failures.read('192.0.2.1')).toEqual({ limit: 2, remaining: 0, seconds: 1 });
  clock.now = MINUTE_MS;
  expect(failures.read('192.0.2.1')).toEqual({ limit: 2, remaining: 2, seconds: 60 });
});

it('the quota of an IP address does not depend on others, and never falls below 0', () => {
  const event = fc.record({ address: fc.constantFrom('a', 'b', 'c'), after: fc.integer({ min: 0, max: 40_000 }) });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const { clock, failures } = startCounting(3);
      const alone = new Map(['a', 'b', 'c'].map((address) => [address, startCounting(3)]));
      for (const { address, after } of events) {
        clock.now += after;
        for (const other of alone.values()) other.clock.now = clock.now;
        failures.add(address);
        alone.get(address)?.failures.add(address);
        for (const [known, other] of alone) {
          expect(failures.read(known)).toEqual(other.failures.read(known));
          expect(failures.read(known).remaining).toBeGreaterThanOrEqual(0);
        }
      }
    }),
    { numRuns: 300 },
  );
});

it('any number of IP addresses takes bounded memory: the oldest are forgotten', () => {
  const { failures } = startCounting(1);
  failures.add('first');
  for (let index = 0; index < 9_999; index += 1) failures.add(`address ${index}`);
  expect(failures.read('first').remaining).toBe(0);
  failures.add('one more');
  expect(failures.read('first').remaining).toBe(1);
  expect(failures.read('one more').remaining).toBe(0);
});

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['', ''],
])('requests from %s count as those of %j', (address, network) => {
  expect(toClientNetwork(address)).toBe(network);
});
