/** The frameworks that the scanner knows. */
import type { Framework } from './framework.ts';
import { openaiAgents } from './openai-agents.ts';

export const FRAMEWORKS: readonly Framework[] = [openaiAgents];
