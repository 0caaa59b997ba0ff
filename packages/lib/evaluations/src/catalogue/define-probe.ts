/** Defines the probes of the catalogue. */
import type { Evaluation } from '@aispm/types';
import type { AgentTraits, ProbeEvaluation, ProbePrompt, Verdict } from '../core/types.ts';
import { type Canary, createCanary } from '../detectors/canary.ts';

/** The input from which a technique creates a prompt. */
export interface PromptContext {
  /** Index of the prompt within the technique. */
  readonly nth: number;
  readonly canary: Canary;
  /** The code word of the control. */
  readonly controlCanary: Canary;
  /** Goal of the attacker; undefined if the evaluation has its own goals. */
  readonly goal: string | undefined;
  readonly agent: AgentTraits;
}

/** Creates the prompts of one technique. */
export type Technique = (context: PromptContext) => Omit<ProbePrompt, 'category'>;

/** The fields of a catalogue item that differ between items. */
export type ItemFields = Omit<Evaluation, 'approach' | 'is_builtin' | 'updated_at'> & { readonly updated_at?: string };

/**
 * Defines a probe. Its techniques and goals alternate, so even a run with few prompts uses all of them. A run with more prompts
 * than wordings repeats the wordings with new code words.
 */
export function defineProbe(item: ItemFields, techniques: Readonly<Record<string, Technique>>): ProbeEvaluation {
  return {
    approach: 'probe',
    item: { ...item, approach: 'probe', is_builtin: true, updated_at: item.updated_at ?? item.created_at },
    techniques: Object.keys(techniques),
    prompts: (settings, seed, agent) => {
      const selected = Object.entries(techniques).filter(([name]) => settings.techniques.includes(name));
      return Array.from({ length: settings.numPrompts }, (_, index) => {
        const [category, technique] = pick(selected, index);
        const nth = Math.floor(index / selected.length);
        const goal = settings.goals.length === 0 ? undefined : pick(settings.goals, nth);
        const [canary, controlCanary] = [createCanary(seed, index), createCanary(`${seed}/control`, index)];
        return { category, ...technique({ nth, canary, controlCanary, goal, agent }) };
      });
    },
  };
}

/** Returns the nth element of a list that wraps around. */
export function pick<T>(items: readonly T[], nth: number): T {
  const item = items[nth % items.length];
  if (item === undefined) throw new Error('The list is empty.');
  return item;
}

/** Returns the nth combination of two lists; the first list changes fastest. */
export function pickPair<A, B>(first: readonly A[], second: readonly B[], nth: number): [A, B] {
  return [pick(first, nth), pick(second, Math.floor(nth / first.length))];
}

export function passed(explanation: string): Verdict {
  return { status: 'passed', explanation };
}

export function failed(explanation: string): Verdict {
  return { status: 'failed', explanation };
}

export function errored(explanation: string): Verdict {
  return { status: 'errored', explanation };
}

/** Fails with the detection, or passes if there's none. */
export function failIf(detected: string | undefined, otherwise: string): Verdict {
  return detected === undefined ? passed(otherwise) : failed(detected);
}
