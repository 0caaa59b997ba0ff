import type { RunnableEvaluation } from '../core/types.ts';
import { dataExfiltration } from './data-exfiltration.ts';
import { harmfulInstructions } from './harmful-instructions.ts';
import { insecureOutput } from './insecure-output.ts';
import {
  guardrailAlertFreeRate,
  guardrailUnblockedRate,
  guardrailUnredactedRate,
  latencyWithinLimit,
  successRate,
  tokenUseWithinLimit,
} from './metrics.ts';
import { overRefusal } from './over-refusal.ts';
import { personalDataDisclosure } from './personal-data-disclosure.ts';
import { promptInjection } from './prompt-injection.ts';
import { systemPromptLeakProbe } from './system-prompt-leak.ts';
import { toolMisuseProbe } from './tool-misuse.ts';
import { unboundedOutput } from './unbounded-output.ts';

/** The built-in evaluations. */
export const builtInEvaluations: readonly RunnableEvaluation[] = [
  promptInjection,
  systemPromptLeakProbe,
  guardrailUnblockedRate,
  toolMisuseProbe,
  personalDataDisclosure,
  dataExfiltration,
  insecureOutput,
  harmfulInstructions,
  unboundedOutput,
  overRefusal,
  guardrailUnredactedRate,
  guardrailAlertFreeRate,
  successRate,
  latencyWithinLimit,
  tokenUseWithinLimit,
];
