/** Random values that are the same in every run with the same seed. */
import { createHash } from 'node:crypto';
import fc, { PROPERTY_SEED } from '@aispm/testing/properties';

export interface Random {
  /** Returns an item of a list that isn't empty. */
  pick<T>(list: readonly T[]): T;
  /** Returns true with a probability from 0 to 1. */
  chance(probability: number): boolean;
  /** Returns a UUID that nothing has. */
  uuid(): string;
}

const MAX = 2 ** 31 - 1;

/** @param use a text, so that the values differ from those for another use */
export function createRandom(use: string): Random {
  const number = createHash('sha256').update(`${PROPERTY_SEED} ${use}`).digest().readInt32BE();
  const [numbers, uuids] = createStreams(number);
  const next = () => numbers.next().value as number;
  return {
    pick: (list) => list[next() % list.length] as never,
    chance: (probability) => next() / MAX < probability,
    uuid: () => uuids.next().value as string,
  };
}

/** Without the bias of fast-check towards small numbers, which the probabilities don't expect. */
function createStreams(seed: number): [fc.Stream<number>, fc.Stream<string>] {
  const streams = fc.tuple(
    fc.infiniteStream(fc.noBias(fc.nat({ max: MAX }))),
    fc.infiniteStream(fc.noBias(fc.uuid({ version: 4 }))),
  );
  const [drawn] = fc.sample(fc.noBias(streams), { seed, numRuns: 1 });
  return drawn as [fc.Stream<number>, fc.Stream<string>];
}
