/** Seeds the interactions of the sample data with their counts. */

import { contentOf, ingest } from '../domains/interactions/index.ts';
import type { Db } from '../platform/database/dialect.ts';
import { inWorkspace } from '../platform/database/rows.ts';
import { redactSecrets } from '../platform/redaction/redaction.ts';
import { type Keys, type SampleData, toWorkspace } from './sample-data.ts';

/** Ingests the interactions as reports of their agents. */
export async function seedInteractions(db: Db, keys: Keys, sampleData: SampleData): Promise<void> {
  const reports = sampleData.interactions
    .map((interaction) => ({ ...interaction, ...sampleData.contents[interaction.llm_interaction_id] }))
    .map((report) => ({ report, content: redactSecrets(contentOf(report)) }));
  const { results } = await ingest(db, { ...toWorkspace(keys), userId: '' }, reports);
  const rejected = results.find(({ status }) => status !== 'stored');
  if (rejected) throw new Error(`An interaction of the sample data cannot be stored: ${JSON.stringify(rejected)}`);
  for (const { llm_interaction_id, started_at, updated_at } of sampleData.interactions) {
    await db
      .updateTable('llm_interactions')
      .set({ created_at: updated_at })
      .where(inWorkspace('llm_interactions', toWorkspace(keys)))
      .where('started_at', '=', started_at)
      .where('llm_interaction_id', '=', llm_interaction_id)
      .execute();
  }
}
