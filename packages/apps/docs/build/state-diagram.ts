/** A state machine in a guide of the contract. */
export interface StateMachine {
  states: string[];
  /** Pairs of a state and its successor. */
  transitions: [from: string, to: string][];
}

/**
 * Parses the drawing of a state machine: a first line of states with arrows between them, then a line for each further state,
 * with an arrow that starts below each of its predecessors:
 *
 * ```text
 * queued ──> running ──> completed
 *   └───────────┴──────> failed
 * ```
 *
 * @returns undefined if the string isn't such a drawing
 * @throws {Error} if an arrow doesn't start below a state
 */
export function parseStateMachine(drawing: string): StateMachine | undefined {
  const [first = '', ...branches] = drawing.trimEnd().split('\n');
  const words = [...first.matchAll(/\w+/g)].map((match) => ({
    name: match[0],
    from: match.index,
    length: match[0].length,
  }));
  if (!/^\w+( ─+> \w+)+$/.test(first) || words.length < 2) return undefined;
  const transitions: [string, string][] = words
    .slice(1)
    .map(({ name }, index) => [(words[index] as { name: string }).name, name]);
  const states = words.map(({ name }) => name);
  for (const branch of branches) {
    const [, target] = /> (\w+)$/.exec(branch) ?? [];
    if (!target) return undefined;
    states.push(target);
    for (const { index } of branch.matchAll(/[├└┼┴]/g)) {
      const source = words.find(({ from, length }) => index >= from && index < from + length);
      if (!source) {
        throw new Error(
          `The arrow in column ${index + 1} of "${branch}" doesn't start below a state. Move it below a letter of a state.`,
        );
      }
      transitions.push([source.name, target]);
    }
  }
  return { states, transitions };
}
