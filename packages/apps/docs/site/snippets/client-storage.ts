import {
  createClient,
  getClientStorageEntry,
  putClientStorageEntry,
} from '@aispm/client';

const client = createClient({
  baseUrl: 'http://127.0.0.1:4010/api/v1',
  token: 'any-key',
});
const entry = {
  client_id: 'my-dashboard',
  namespace: 'settings',
  key: 'theme',
};

await putClientStorageEntry(client, {
  ...entry,
  body: { value: { dark: false } },
});

const read = await getClientStorageEntry.result(client, entry);
const etag = read.headers.get('etag');
if (read.status !== 200 || !etag)
  throw new Error(`The entry could not be read: ${read.status}`);

const written = await putClientStorageEntry.result(client, {
  ...entry,
  'If-Match': etag,
  body: { value: { ...read.data.value, dark: true } },
});
console.log(
  written.status === 412 ? 'Another window changed the entry.' : 'Written.',
);
