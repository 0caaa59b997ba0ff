import type { Evaluation } from '@aispm/types';
import { type Canary, canaryOf } from '../detectors/canary.ts';
import type { AgentTraits, ProbeEvaluation, ProbePrompt, Verdict } from '../evaluation.ts';

/** What a technique makes a prompt from. */
export interface Occasion {
  /** How many prompts the technique made before, from 0. */
  readonly nth: number;
  readonly canary: Canary;
  /** What the attacker wants; undefined when the evaluation has goals of its own. */
  readonly goal: string | undefined;
  readonly agent: AgentTraits;
}

/** Makes the prompts of one technique. */
export type Technique = (occasion: Occasion) => Omit<ProbePrompt, 'category'>;

/** What an item of the catalogue says besides what is the same for all. */
export type ItemText = Omit<Evaluation, 'approach' | 'is_builtin' | 'updated_at'> & { readonly updated_at?: string };

/**
 * An evaluation whose techniques take turns, so that a run of a few prompts tries all of them. Each goal takes its turn as well.
 * Where a run wants more prompts than there are wordings, they come again with new code words.
 */
export function probe(item: ItemText, techniques: Readonly<Record<string, Technique>>): ProbeEvaluation {
  return {
    approach: 'probe',
    item: { ...item, approach: 'probe', is_builtin: true, updated_at: item.updated_at ?? item.created_at },
    techniques: Object.keys(techniques),
    prompts: (settings, seed, agent) => {
      const chosen = Object.entries(techniques).filter(([name]) => settings.techniques.includes(name));
      return Array.from({ length: settings.numPrompts }, (_, index) => {
        const [category, technique] = turn(chosen, index);
        const nth = Math.floor(index / chosen.length);
        const goal = settings.goals.length === 0 ? undefined : turn(settings.goals, nth);
        return { category, ...technique({ nth, canary: canaryOf(seed, index), goal, agent }) };
      });
    },
  };
}

/** The item whose turn it is. */
export function turn<T>(items: readonly T[], nth: number): T {
  const item = items[nth % items.length];
  if (item === undefined) throw new Error('There is nothing to take turns.');
  return item;
}

/** One of each list: the first list goes round fastest. */
export function pair<A, B>(first: readonly A[], second: readonly B[], nth: number): [A, B] {
  return [turn(first, nth), turn(second, Math.floor(nth / first.length))];
}

export function passed(explanation: string): Verdict {
  return { status: 'passed', explanation };
}

export function failed(explanation: string): Verdict {
  return { status: 'failed', explanation };
}

/** Failed with what was found, or else passed. */
export function unless(found: string | undefined, otherwise: string): Verdict {
  return found === undefined ? passed(otherwise) : failed(found);
}
