/** The operations on the current user and on API keys. */
import { INVALID_TOKEN } from '@aispm/openapi';
import { unauthorized } from '../../platform/http/access/auth.ts';
import { ApiError } from '../../platform/http/errors/errors.ts';
import type { Handlers } from '../../platform/http/operation.ts';
import { cursorPage } from '../../platform/lists/cursor-page.ts';
import { createKey, deleteKey, rotateKey, updateKey } from './change-keys.ts';
import { findKey, findOwnKey, keyList } from './keys.ts';

/** The same error for a key that never existed, was deleted, or has a workspace that the request's key can't access. */
function keyNotFound(): ApiError {
  return new ApiError(404, 'not_found', 'There is no such API key.');
}

export const apiKeyHandlers = {
  async getCurrentUser({ scope, services }) {
    const key = await services.keys.read((db) => findOwnKey(db, scope));
    if (!key) throw unauthorized('invalid_api_key', INVALID_TOKEN);
    const { user_id, name, access, expires_at, workspaces } = key;
    return { status: 200, body: { user_id, name, access, expires_at, workspaces } };
  },

  listApiKeys: async (request) => ({
    status: 200,
    body: await cursorPage(keyList, {
      ...request,
      read: request.services.keys.read,
      database: request.services.keys.read,
    }),
  }),

  async createApiKey({ body, scope, url, services }) {
    const created = await services.keys.transaction((db) => createKey(db, scope, body));
    return { status: 201, headers: { location: `${url}/${created.id}` }, body: created };
  },

  async getApiKey({ path, scope, services }) {
    const key = await services.keys.read((db) => findKey(db, scope, path.id));
    if (!key) throw keyNotFound();
    return { status: 200, body: key };
  },

  async updateApiKey({ path, body, scope, services }) {
    const key = await services.keys.transaction((db) => updateKey(db, scope, path.id, body));
    if (!key) throw keyNotFound();
    return { status: 200, body: key };
  },

  async rotateApiKey({ path, body, scope, services }) {
    const rotated = await services.keys.transaction((db) => rotateKey(db, scope, path.id, body));
    if (!rotated) throw keyNotFound();
    return { status: 200, body: rotated };
  },

  async deleteApiKey({ path, scope, services }) {
    if (!(await services.keys.transaction((db) => deleteKey(db, scope, path.id)))) throw keyNotFound();
    return { status: 204 };
  },
} satisfies Partial<Handlers>;
