import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { AllowListError, addressPolicy } from '../../src/evaluations/address-policy.ts';
import { askAgent } from '../../src/evaluations/agent-endpoint.ts';
import { createOutgoing, OutgoingError, type OutgoingOptions } from '../../src/evaluations/outgoing.ts';

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

async function text(message: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of message) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

const ok: RequestListener = (_, response) => response.end('{}');

/** An agent under a name that leads to loopback, as a private one does. */
function local(port: number, more: Partial<OutgoingOptions> = {}) {
  return createOutgoing({
    allow: [`agent.example:${port}`, '127.0.0.1/32'],
    resolve: async () => ['127.0.0.1'],
    ...more,
  });
}

async function failureOf(promise: Promise<unknown>): Promise<OutgoingError> {
  const error = await promise.then(
    () => undefined,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(OutgoingError);
  return error as OutgoingError;
}

test('posts JSON to the host that was named, and reads the answer', async () => {
  const seen: unknown[] = [];
  const port = await serve(async (message, response) => {
    seen.push(message.method, message.url, message.headers.host, message.headers.authorization, await text(message));
    response.writeHead(201).end('{"a":1}');
  });
  const answer = await local(port)(
    `http://agent.example:${port}/v1/chat?x=1`,
    { q: 'ü' },
    { headers: { authorization: 'Bearer t' } },
  );
  expect(seen).toEqual(['POST', '/v1/chat?x=1', `agent.example:${port}`, 'Bearer t', '{"q":"ü"}']);
  expect(answer).toMatchObject({ status: 201, body: '{"a":1}' });
  expect(Number.isInteger(answer.latencyMs)).toBe(true);
});

describe('where nobody may go', () => {
  test.each([
    ['an empty list', []],
    ['another host', ['other.example:*']],
    ['another port', ['agent.example:1']],
    ['the default port only', ['agent.example']],
    ['hosts below it only', ['*.agent.example:*']],
    ['a host that ends alike', ['ent.example:*']],
  ])('%s does not allow it, and nothing is looked up', async (_, allow) => {
    let lookups = 0;
    const resolve = async () => {
      lookups += 1;
      return ['93.184.215.14'];
    };
    const outgoing = createOutgoing({ allow, resolve });
    const error = await failureOf(outgoing('http://agent.example:8080/', {}));
    expect(error).toMatchObject({
      failure: 'not_allowed',
      message: 'agent.example:8080 may not be called: it is not on the list of allowed hosts.',
    });
    expect(lookups).toBe(0);
  });

  test.each([
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
  ])('a listed name that leads to %s is refused', async (address) => {
    const outgoing = createOutgoing({ allow: ['agent.example'], resolve: async () => ['93.184.215.14', address] });
    const error = await failureOf(outgoing('http://agent.example/', {}));
    expect(error.failure).toBe('not_allowed');
    expect(error.message).toContain(address);
  });

  test.each([
    ['169.254.0.0/16', '169.254.169.254'],
    ['0.0.0.0/0', '169.254.169.254'],
    ['0.0.0.0/0', '100.100.100.200'],
    ['0.0.0.0/0', '224.0.0.1'],
    ['fc00::/7', 'fd00:ec2::254'],
    ['::/0', '::ffff:127.0.0.1'],
    ['0.0.0.0/0', '::ffff:10.0.0.1'],
    ['0.0.0.0/0', '0.0.0.0'],
  ])('even with %s on the list, %s is refused', (network, address) => {
    expect(addressPolicy(['agent.example', network]).refuses(address, 'agent.example')).toBeDefined();
  });

  test.each([
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://１２７.0.0.1/',
    'http://127.0.0.1./',
  ])('%s is an address in disguise', async (address) => {
    const outgoing = createOutgoing({ allow: ['127.0.0.1', '127.0.0.1/32'] });
    expect(await failureOf(outgoing(address, {}))).toMatchObject({ failure: 'not_allowed' });
  });

  test.each([
    'ftp://agent.example/',
    'file:///etc/passwd',
    'data:,x',
    'http://',
    'agent.example',
    'http://user:hunter2@agent.example/',
  ])('%s is refused, without being repeated', async (address) => {
    const error = await failureOf(createOutgoing({ allow: ['agent.example'] })(address, {}));
    expect(error.failure).toBe('not_allowed');
    expect(error.message).not.toContain('hunter2');
  });

  test('loopback and private addresses may be listed, as an address, a network or localhost', () => {
    const refuses = (allow: string[], address: string, host: string) =>
      addressPolicy(allow).refuses(address, host) !== undefined;
    expect(refuses(['127.0.0.1:8080'], '127.0.0.1', '127.0.0.1')).toBe(false);
    expect(refuses(['[::1]:8080'], '::1', '[::1]')).toBe(false);
    expect(refuses(['localhost:8080'], '127.0.0.1', 'localhost')).toBe(false);
    expect(refuses(['agent.example', '10.1.0.0/16'], '10.1.2.3', 'agent.example')).toBe(false);
    expect(refuses(['agent.example', '10.1.0.0/16'], '10.2.2.3', 'agent.example')).toBe(true);
    // A listed address is listed for itself, not for any name that leads to it.
    expect(refuses(['agent.example', '127.0.0.1:8080'], '127.0.0.1', 'agent.example')).toBe(true);
  });

  test.each([
    '',
    'http://agent.example',
    'agent.example:99999',
    'agent.example:x',
    '*',
    '10.0.0.0/99',
    'a b',
    '**.example',
  ])('the list is refused for %j', (entry) => {
    expect(() => createOutgoing({ allow: [entry] })).toThrow(AllowListError);
  });
});

describe('a name that leads elsewhere between check and call', () => {
  test('is looked up once, and the checked address is called', async () => {
    const visited: string[] = [];
    const visit = (name: string): RequestListener => {
      return (_, response) => {
        visited.push(name);
        response.end('{}');
      };
    };
    const port = await serve(visit('checked'));
    await serve(visit('other'), '127.0.0.2', port);
    const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.2']];
    let lookups = 0;
    const outgoing = local(port, { resolve: async () => answers[lookups++] ?? [] });
    await outgoing(`http://agent.example:${port}/`, {});
    expect([visited, lookups]).toEqual([['checked'], 1]);
    // The next request looks again, and is refused by what it finds then.
    expect((await failureOf(outgoing(`http://agent.example:${port}/`, {}))).failure).toBe('not_allowed');
    expect(visited).toEqual(['checked']);
  });
});

test.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed', async (status) => {
  let visits = 0;
  const secret = await serve((_, response) => {
    visits += 1;
    response.end('secret');
  });
  const port = await serve((_, response) =>
    response.writeHead(status, { location: `http://127.0.0.1:${secret}/` }).end(),
  );
  const error = await failureOf(local(port)(`http://agent.example:${port}/`, {}));
  expect(error).toMatchObject({ failure: 'bad_answer', message: expect.stringContaining('redirect') });
  expect(visits).toBe(0);
});

test('an answer that is too long is cut off, told or not', async () => {
  const told = await serve((_, response) => response.end('x'.repeat(2000)));
  const endless = await serve((_, response) => {
    const timer = setInterval(() => response.write('x'.repeat(500)), 1);
    response.on('close', () => clearInterval(timer));
  });
  for (const port of [told, endless]) {
    const error = await failureOf(local(port, { maxBytes: 1000 })(`http://agent.example:${port}/`, {}));
    expect(error).toMatchObject({ failure: 'bad_answer', message: expect.stringContaining('more than may be read') });
  }
  const exact = await serve((_, response) => response.end('x'.repeat(1000)));
  expect((await local(exact, { maxBytes: 1000 })(`http://agent.example:${exact}/`, {})).body).toHaveLength(1000);
});

test('a compressed answer is refused, as it could be far longer than it looks', async () => {
  const port = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'));
  expect((await failureOf(local(port)(`http://agent.example:${port}/`, {}))).failure).toBe('bad_answer');
});

test.each<[string, RequestListener]>([
  ['never answers', () => {}],
  ['sends a head and then nothing', (_, response) => void response.writeHead(200).write(' ')],
  [
    'drips',
    (_, response) => {
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    },
  ],
])('an agent that %s is given up in time', async (_, listener) => {
  const port = await serve(listener);
  const started = performance.now();
  const error = await failureOf(local(port, { timeoutMs: 300 })(`http://agent.example:${port}/`, {}));
  expect(error).toMatchObject({
    failure: 'timeout',
    message: `agent.example:${port} did not answer within 0.3 seconds.`,
  });
  expect(performance.now() - started).toBeLessThan(30_000);
});

test('a look-up that hangs is given up in time', async () => {
  const outgoing = createOutgoing({ allow: ['agent.example'], timeoutMs: 100, resolve: () => new Promise(() => {}) });
  expect((await failureOf(outgoing('http://agent.example/', {}))).failure).toBe('timeout');
});

test('whoever asked may stop, and gets the own reason back', async () => {
  const port = await serve(() => {});
  const stop = new AbortController();
  const asked = local(port)(`http://agent.example:${port}/`, {}, { signal: stop.signal });
  setTimeout(() => stop.abort(new Error('stopped')), 50);
  await expect(asked).rejects.toThrow('stopped');
});

test('what cannot be reached says so without saying what was sent', async () => {
  const port = await serve(ok);
  for (const server of servers.splice(0)) server.close();
  const broken = createTcpServer((socket) => socket.destroy());
  servers.push(broken);
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
  for (const closed of [port, (broken.address() as AddressInfo).port]) {
    const request = local(closed)(
      `http://agent.example:${closed}/v1?key=hunter2`,
      { body: 'hunter2' },
      { headers: { authorization: 'Bearer hunter2' } },
    );
    const error = await failureOf(request);
    expect(error.failure).toBe('unreachable');
    expect(`${error.message}${error.stack}${error.cause}`).not.toContain('hunter2');
  }
  const lost = createOutgoing({ allow: ['agent.example'], resolve: async () => [] });
  expect((await failureOf(lost('http://agent.example/', {}))).message).toBe('agent.example has no address.');
});

test('no address that stands for one of this machine or its network gets through, however it is written', () => {
  const policy = addressPolicy(['agent.example']);
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
      const forms = [
        plain,
        `::ffff:${plain}`,
        `::ffff:${pair}`,
        `::${pair}`,
        `64:ff9b::${pair}`,
        `2002:${pair}::1`,
        `::ffff:0:${pair}`,
      ];
      for (const form of forms) expect(policy.refuses(form, 'agent.example')).toBeDefined();
    }),
  );
});

test('whatever redirect an agent answers with, nothing but the agent is called', async () => {
  let elsewhere = 0;
  const trap = await serve((_, response) => {
    elsewhere += 1;
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
        expect((await failureOf(local(port)(`http://agent.example:${port}/`, {}))).failure).toBe('bad_answer');
      },
    ),
    { numRuns: 30 },
  );
  expect(elsewhere).toBe(0);
});

describe('chat completions', () => {
  const answering = (body: unknown, status = 200) =>
    serve((_, response) => response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body)));

  const ask = async (port: number) =>
    askAgent(local(port), { url: `http://agent.example:${port}/`, model: 'm' }, [{ role: 'user', content: 'Hi' }]);

  test('sends the conversation', async () => {
    let sent: unknown;
    const port = await serve(async (message, response) => {
      sent = JSON.parse(await text(message));
      response.end('{"choices":[{"message":{"content":"Hello"}}]}');
    });
    expect((await ask(port)).answer).toEqual({ text: 'Hello', toolCalls: [] });
    expect(sent).toEqual({ model: 'm', messages: [{ role: 'user', content: 'Hi' }], stream: false });
  });

  test.each<[object, object]>([
    [
      { content: [{ type: 'text', text: 'Hel' }, { type: 'image' }, { type: 'text', text: 'lo' }] },
      { text: 'Hello', toolCalls: [] },
    ],
    [
      { content: null, refusal: 'No.' },
      { text: 'No.', toolCalls: [] },
    ],
    [
      {
        content: null,
        tool_calls: [
          { function: { name: 'a', arguments: '{"x":1}' } },
          { function: { name: 'b', arguments: { y: 2 } } },
          {},
        ],
      },
      {
        text: '',
        toolCalls: [
          { name: 'a', arguments: '{"x":1}' },
          { name: 'b', arguments: '{"y":2}' },
        ],
      },
    ],
  ])('reads %j', async (message, expected) => {
    expect((await ask(await answering({ choices: [{ message }] }))).answer).toEqual(expected);
  });

  test.each<[unknown, number, string]>([
    ['<html>', 200, 'bad_answer'],
    [{ choices: [] }, 200, 'bad_answer'],
    [[], 200, 'bad_answer'],
    [{ error: 'x' }, 400, 'bad_answer'],
    [{ error: 'x' }, 401, 'unreachable'],
    [{}, 429, 'unreachable'],
    [{}, 503, 'unreachable'],
  ])('%j with status %i is no answer (%s)', async (body, status, failure) => {
    expect((await failureOf(ask(await answering(body, status)))).failure).toBe(failure);
  });
});
