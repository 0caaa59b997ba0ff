import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import fc from '@aispm/testing/properties';
import { afterEach, describe, expect, it } from 'vitest';
import { AllowListError, createAddressPolicy } from '../../src/domains/evaluations/agents/address-policy.ts';
import {
  createOutgoingClient,
  OutgoingError,
  type OutgoingOptions,
} from '../../src/domains/evaluations/agents/outgoing-client.ts';

const servers: { close: () => unknown }[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(listener: RequestListener, host = '127.0.0.1', port = 0): Promise<number> {
  const server: Server = createServer(listener);
  servers.push({
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return (server.address() as AddressInfo).port;
}

async function readText(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const ok: RequestListener = (_, response) => response.end('{}');

/** Creates a client for an agent whose host name resolves to loopback, like that of a private agent. */
function createLocalClient(port: number, options: Partial<OutgoingOptions> = {}) {
  return createOutgoingClient({
    allow: [`agent.example:${port}`, '127.0.0.1/32'],
    resolve: async () => ['127.0.0.1'],
    ...options,
  });
}

async function catchFailure(promise: Promise<unknown>): Promise<OutgoingError> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(OutgoingError);
  return error as OutgoingError;
}

describe('blocked addresses', () => {
  it.each([
    ['an empty allow-list', []],
    ['an allow-list with another host', ['other.example:*']],
    ['an allow-list with another port', ['agent.example:1']],
    ['an allow-list with the default port', ['agent.example']],
    ['an allow-list with hosts below it', ['*.agent.example:*']],
    ['an allow-list with a host of the same ending', ['ent.example:*']],
  ])('include every address outside of %s, before it is resolved', async (_, allow) => {
    let lookups = 0;
    const resolve = async () => {
      lookups += 1;
      return ['93.184.215.14'];
    };
    const outgoing = createOutgoingClient({ allow, resolve });
    const error = await catchFailure(outgoing('http://agent.example:8080/', {}));
    expect(error).toMatchObject({
      failure: 'not_allowed',
      message: 'agent.example:8080 is not an allowed host. The operator of the service can add it to OUTGOING_HOSTS.',
    });
    expect(lookups).toBe(0);
  });

  it.each([
    '127.0.0.1',
    '127.8.9.1',
    '10.0.0.8',
    '172.16.0.1',
    '192.168.1.1',
    '100.64.0.1',
    '169.254.169.254',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '198.18.0.1',
    '240.0.0.1',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '::1',
    '::',
    'fe80::1',
    'fc00::1',
    'fd00:ec2::254',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2002:7f00:1::1',
    '2001:db8::1',
    '::127.0.0.1',
    'not an address',
  ])('include a listed host that resolves to %s', async (address) => {
    const outgoing = createOutgoingClient({
      allow: ['agent.example'],
      resolve: async () => ['93.184.215.14', address],
    });
    const error = await catchFailure(outgoing('http://agent.example/', {}));
    expect(error.failure).toBe('not_allowed');
    expect(error.message).toContain(address);
  });

  it.each([
    ['169.254.0.0/16', '169.254.169.254'],
    ['0.0.0.0/0', '169.254.169.254'],
    ['0.0.0.0/0', '100.100.100.200'],
    ['0.0.0.0/0', '224.0.0.1'],
    ['fc00::/7', 'fd00:ec2::254'],
    ['::/0', '::ffff:127.0.0.1'],
    ['0.0.0.0/0', '::ffff:10.0.0.1'],
    ['0.0.0.0/0', '0.0.0.0'],
  ])('always include, with %s on the allow-list, %s', (network, address) => {
    expect(createAddressPolicy(['agent.example', network]).refuses(address, 'agent.example')).toBeDefined();
  });

  it.each([
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://１２７.0.0.1/',
    'http://127.0.0.1./',
  ])('include the obfuscated address %s', async (address) => {
    const outgoing = createOutgoingClient({ allow: ['127.0.0.1', '127.0.0.1/32'] });
    expect(await catchFailure(outgoing(address, {}))).toMatchObject({ failure: 'not_allowed' });
  });

  it.each([
    'ftp://agent.example/',
    'file:///etc/passwd',
    'data:,x',
    'http://',
    'agent.example',
    'http://user:hunter2@agent.example/',
  ])('include %s, which the error does not repeat', async (address) => {
    const error = await catchFailure(createOutgoingClient({ allow: ['agent.example'] })(address, {}));
    expect(error.failure).toBe('not_allowed');
    expect(error.message).not.toContain('hunter2');
  });

  it('exclude loopback and private addresses that are listed as address, network or localhost', () => {
    const refuses = (allow: string[], address: string, host: string) =>
      createAddressPolicy(allow).refuses(address, host) !== undefined;
    expect(refuses(['127.0.0.1:8080'], '127.0.0.1', '127.0.0.1')).toBe(false);
    expect(refuses(['[::1]:8080'], '::1', '[::1]')).toBe(false);
    expect(refuses(['localhost:8080'], '127.0.0.1', 'localhost')).toBe(false);
    expect(refuses(['agent.example', '10.1.0.0/16'], '10.1.2.3', 'agent.example')).toBe(false);
    expect(refuses(['agent.example', '10.1.0.0/16'], '10.2.2.3', 'agent.example')).toBe(true);
    // A listed address is allowed for itself, not for every host name that resolves to it.
    expect(refuses(['agent.example', '127.0.0.1:8080'], '127.0.0.1', 'agent.example')).toBe(true);
  });

  it.each([
    '',
    'http://agent.example',
    'agent.example:99999',
    'agent.example:x',
    '*',
    '10.0.0.0/99',
    'a b',
    '**.example',
  ])('cannot be listed as %j', (entry) => {
    expect(() => createOutgoingClient({ allow: [entry] })).toThrow(AllowListError);
  });

  it('include every spelling of an internal address', () => {
    const policy = createAddressPolicy(['agent.example']);
    const octet = fc.integer({ min: 0, max: 255 });
    const internal = fc.oneof(
      fc.tuple(fc.constant(10), octet, octet, octet),
      fc.tuple(fc.constant(127), octet, octet, octet),
      fc.tuple(fc.constant(169), fc.constant(254), octet, octet),
      fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), octet, octet),
      fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
      fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet),
      fc.tuple(fc.constant(0), octet, octet, octet),
    );
    fc.assert(
      fc.property(internal, (bytes) => {
        const plain = bytes.join('.');
        const hex = (index: number) => (((bytes[index] ?? 0) << 8) | (bytes[index + 1] ?? 0)).toString(16);
        const pair = `${hex(0)}:${hex(2)}`;
        const spellings = [
          plain,
          `::ffff:${plain}`,
          `::ffff:${pair}`,
          `::${pair}`,
          `64:ff9b::${pair}`,
          `2002:${pair}::1`,
          `::ffff:0:${pair}`,
        ];
        for (const spelling of spellings) expect(policy.refuses(spelling, 'agent.example')).toBeDefined();
      }),
    );
  });
});

describe('a host whose address changes between check and call', () => {
  it('is resolved once, and the checked address is called', async () => {
    const visited: string[] = [];
    const recordVisit = (name: string): RequestListener => {
      return (_, response) => {
        visited.push(name);
        response.end('{}');
      };
    };
    const port = await serve(recordVisit('checked'));
    await serve(recordVisit('other'), '127.0.0.2', port);
    const resolutions = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.2']];
    let lookups = 0;
    const outgoing = createLocalClient(port, { resolve: async () => resolutions[lookups++] ?? [] });
    await outgoing(`http://agent.example:${port}/`, {});
    expect([visited, lookups]).toEqual([['checked'], 1]);
    // The next request resolves the name again, and the new address is refused.
    expect((await catchFailure(outgoing(`http://agent.example:${port}/`, {}))).failure).toBe('not_allowed');
    expect(visited).toEqual(['checked']);
  });
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('are not followed with status %i', async (status) => {
    let visits = 0;
    const secret = await serve((_, response) => {
      visits += 1;
      response.end('secret');
    });
    const port = await serve((_, response) =>
      response.writeHead(status, { location: `http://127.0.0.1:${secret}/` }).end(),
    );
    const error = await catchFailure(createLocalClient(port)(`http://agent.example:${port}/`, {}));
    expect(error).toMatchObject({ failure: 'bad_response', message: expect.stringContaining('redirect') });
    expect(visits).toBe(0);
  });

  it('never reach another address, regardless of their location', async () => {
    let trapVisits = 0;
    const trap = await serve((_, response) => {
      trapVisits += 1;
      response.end('{}');
    });
    let location = '';
    const port = await serve((_, response) => response.writeHead(302, { location }).end());
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          'http://127.0.0.1',
          'http://localhost',
          '//127.0.0.1',
          'http://2130706433',
          'http://[::ffff:127.0.0.1]',
          'http://agent.example',
        ),
        fc.webPath(),
        async (host, path) => {
          location = `${host}:${trap}${path}`;
          expect((await catchFailure(createLocalClient(port)(`http://agent.example:${port}/`, {}))).failure).toBe(
            'bad_response',
          );
        },
      ),
      { numRuns: 30 },
    );
    expect(trapVisits).toBe(0);
  });
});

describe('requests to agents', () => {
  it('post JSON to the given host and return the response', async () => {
    const seen: unknown[] = [];
    const port = await serve(async (message, response) => {
      seen.push(
        message.method,
        message.url,
        message.headers.host,
        message.headers.authorization,
        await readText(message),
      );
      response.writeHead(201).end('{"a":1}');
    });
    const response = await createLocalClient(port)(
      `http://agent.example:${port}/v1/chat?x=1`,
      { q: 'ü' },
      { headers: { authorization: 'Bearer t' } },
    );
    expect(seen).toEqual(['POST', '/v1/chat?x=1', `agent.example:${port}`, 'Bearer t', '{"q":"ü"}']);
    expect(response).toMatchObject({ status: 201, body: '{"a":1}' });
    expect(Number.isInteger(response.latencyMs)).toBe(true);
  });

  it('fail when the response is too long, with and without Content-Length', async () => {
    const declared = await serve((_, response) => response.end('x'.repeat(2000)));
    const endless = await serve((_, response) => {
      const timer = setInterval(() => response.write('x'.repeat(500)), 1);
      response.on('close', () => clearInterval(timer));
    });
    for (const port of [declared, endless]) {
      const error = await catchFailure(
        createLocalClient(port, { maxBytes: 1000 })(`http://agent.example:${port}/`, {}),
      );
      expect(error).toMatchObject({
        failure: 'bad_response',
        message: expect.stringContaining('longer than the limit'),
      });
    }
    const exact = await serve((_, response) => response.end('x'.repeat(1000)));
    expect(
      (await createLocalClient(exact, { maxBytes: 1000 })(`http://agent.example:${exact}/`, {})).body,
    ).toHaveLength(1000);
  });

  it('fail if the response is compressed, because its real length is unknown', async () => {
    const port = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'));
    expect((await catchFailure(createLocalClient(port)(`http://agent.example:${port}/`, {}))).failure).toBe(
      'bad_response',
    );
  });

  it.each<[string, RequestListener]>([
    ['never responds', () => {}],
    ['sends only headers', (_, response) => void response.writeHead(200).write(' ')],
    [
      'sends endless small chunks',
      (_, response) => {
        const timer = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(timer));
      },
    ],
  ])('end with a timeout when the agent %s', async (_, listener) => {
    const port = await serve(listener);
    const error = await catchFailure(createLocalClient(port, { timeoutMs: 300 })(`http://agent.example:${port}/`, {}));
    expect(error).toMatchObject({
      failure: 'timeout',
      message: `agent.example:${port} did not respond within 0.3 seconds.`,
    });
  });

  it('end with a timeout when name resolution hangs', async () => {
    const outgoing = createOutgoingClient({
      allow: ['agent.example'],
      timeoutMs: 100,
      resolve: () => new Promise(() => {}),
    });
    expect((await catchFailure(outgoing('http://agent.example/', {}))).failure).toBe('timeout');
  });

  it('reject with the reason of an aborted signal', async () => {
    const received = Promise.withResolvers<void>();
    const port = await serve(() => received.resolve());
    const stop = new AbortController();
    const response = createLocalClient(port)(`http://agent.example:${port}/`, {}, { signal: stop.signal });
    await received.promise;
    stop.abort(new Error('stopped'));
    await expect(response).rejects.toThrow('stopped');
  });

  it('fail without repeating the request when the agent cannot be reached', async () => {
    const port = await serve(ok);
    for (const server of servers.splice(0)) server.close();
    const broken = createTcpServer((socket) => socket.destroy());
    servers.push(broken);
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
    for (const closed of [port, (broken.address() as AddressInfo).port]) {
      const request = createLocalClient(closed)(
        `http://agent.example:${closed}/v1?key=hunter2`,
        { body: 'hunter2' },
        { headers: { authorization: 'Bearer hunter2' } },
      );
      const error = await catchFailure(request);
      expect(error.failure).toBe('unreachable');
      expect(`${error.message}${error.stack}${error.cause}`).not.toContain('hunter2');
    }
    const lost = createOutgoingClient({ allow: ['agent.example'], resolve: async () => [] });
    expect((await catchFailure(lost('http://agent.example/', {}))).message).toBe(
      "agent.example doesn't resolve to an address.",
    );
  });
});
