/** The entry of the domain `interactions`: captured interactions of LLMs and their counts. */
export { foldCountChanges, foldCounts } from './count-updates.ts';
export { interactionHandlers } from './handlers.ts';
export { ingest } from './ingest.ts';
export { interactionList } from './interactions.ts';
export { contentRetention, interactionRetention } from './retention.ts';
export { createPartitions } from './store.ts';
export { contentOf } from './stored-interaction.ts';
export { checkWindowOrder } from './window.ts';
