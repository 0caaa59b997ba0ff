/** The operations on webhooks. */
import { notFound } from '../../platform/http/errors/errors.ts';
import type { Handlers } from '../../platform/http/operation.ts';
import { cursorPage } from '../../platform/lists/cursor-page.ts';
import { checkUrl } from './check-url.ts';
import { replayEvents } from './replay.ts';
import { changeWebhook, deleteWebhook, findWebhook, insertWebhook, rotateSecret, webhookList } from './webhooks.ts';

export const webhookHandlers = {
  listWebhooks: async (request) => ({ status: 200, body: await cursorPage(webhookList, request) }),

  async createWebhook({ body, scope, url, transaction, services }) {
    checkUrl(services.settings, body.url);
    const created = await transaction((db) => insertWebhook(db, scope, services.webhookKey, body));
    return { status: 201, headers: { location: `${url}/${created.id}` }, body: created };
  },

  async getWebhook({ path, scope, database }) {
    const webhook = await database((db) => findWebhook(db, scope, path.id));
    if (!webhook) throw notFound();
    return { status: 200, body: webhook };
  },

  async updateWebhook({ path, body, scope, transaction, services }) {
    const webhook = await transaction(async (db) => {
      const changed = await changeWebhook(db, scope, path.id, body);
      // After the search, so that an unknown webhook is always 404.
      if (changed && body.url !== undefined) checkUrl(services.settings, body.url);
      return changed;
    });
    if (!webhook) throw notFound();
    return { status: 200, body: webhook };
  },

  async rotateWebhook({ path, body, scope, transaction, services }) {
    const rotated = await transaction((db) => rotateSecret(db, scope, services.webhookKey, path.id, body));
    if (!rotated) throw notFound();
    return { status: 200, body: rotated };
  },

  async replayWebhook({ path, body, scope, transaction }) {
    const webhook = await transaction((db) => replayEvents(db, scope, path.id, body.since));
    if (!webhook) throw notFound();
    return { status: 200, body: webhook };
  },

  async deleteWebhook({ path, scope, transaction }) {
    const isDeleted = await transaction((db) => deleteWebhook(db, scope, path.id));
    if (!isDeleted) throw notFound();
    return { status: 204 };
  },
} satisfies Partial<Handlers>;
