/** The operations on the audit log. `platform/audit` writes it. */
import type { AuditEntry } from '@aispm/types';
import { notFound } from '../../platform/http/errors/errors.ts';
import type { Handlers } from '../../platform/http/operation.ts';
import { cursorPage } from '../../platform/lists/cursor-page.ts';
import { checkWindowOrder } from '../interactions/index.ts';
import { auditEntryList, selectEntries } from './audit-list.ts';

export const auditEntryHandlers = {
  listAuditEntries: async (request) => {
    checkWindowOrder(request.query);
    return { status: 200, body: await cursorPage(auditEntryList, request) };
  },
  getAuditEntry: async ({ path, scope, database }) => {
    const row = await database((db) =>
      selectEntries(db, scope).where('audit_entry_id', '=', path.id).executeTakeFirst(),
    );
    if (!row) throw notFound();
    return { status: 200, body: row as AuditEntry };
  },
} satisfies Partial<Handlers>;
