/** Choices that look random and are the same in every run. */
import { createHash } from 'node:crypto';

export interface Random {
  /** One of a list that has some. */
  pick<T>(list: readonly T[]): T;
  /** Whether something comes about that does so this often, from 0 to 1. */
  chance(share: number): boolean;
  /** A UUID that nothing has. */
  uuid(): string;
}

export function randomOf(seed: string): Random {
  const all = numbers(seed);
  const next = () => all.next().value as number;
  return {
    pick: (list) => list[next() % list.length] as never,
    chance: (share) => next() / 2 ** 32 < share,
    uuid: () => {
      const hex = [next(), next(), next(), next()].map((one) => one.toString(16).padStart(8, '0')).join('');
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    },
  };
}

function* numbers(seed: string): Generator<number> {
  for (let block = 0; ; block += 1) {
    const bytes = createHash('sha256').update(`${seed}${block}`).digest();
    for (let index = 0; index < bytes.length; index += 4) yield bytes.readUInt32BE(index);
  }
}
