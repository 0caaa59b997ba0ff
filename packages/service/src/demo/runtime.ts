/** The interactions of the story, with their counts by hour. */
import type { Db } from '../database/dialect.ts';
import { ingest } from '../runtime/ingest.ts';
import { contents, type Keys, story } from './story.ts';

/** Has the interactions reported, as their agents would. */
export async function seedRuntime(db: Db, { tenant_id, workspace_id }: Keys): Promise<void> {
  const reports = story.interactions.map((one) => ({ ...one, ...contents.get(one.llm_interaction_id) }));
  const { results } = await ingest(db, { tenantId: tenant_id, workspaceId: workspace_id, userId: '' }, reports);
  const refused = results.find(({ status }) => status !== 'stored');
  if (refused) throw new Error(`The story has an interaction that cannot be stored: ${JSON.stringify(refused)}`);
}
