import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { mock, paths } from './support.ts';

it('the server closes a connection whose headers do not arrive', async () => {
  const { url, close } = await mock.listen({ port: 0 });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`GET ${mock.basePath}${paths.rules} HTTP/1.1\r\nHost:`);
  let response = '';
  for await (const chunk of socket) response += chunk;
  await close();
  expect(response).toMatch(/^HTTP\/1\.1 408 .*"code":408,.*within 10 seconds/s);
});
