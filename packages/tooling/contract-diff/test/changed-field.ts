import type { Contract, InjectedChange } from './injected-changes.ts';

/** A change of one field of a request body, which both sides have. */
export function inRequestField(before: object, after: object): Pick<InjectedChange, 'prepare' | 'inject'> {
  return inField('AgentEvaluation', before, after);
}

/** A change of one field of a response, which both sides have. */
export function inResponseField(before: object, after: object): Pick<InjectedChange, 'prepare' | 'inject'> {
  return inField('Rule', before, after);
}

function inField(schema: string, before: object, after: object): Pick<InjectedChange, 'prepare' | 'inject'> {
  const write = (value: object) => (contract: Contract) => {
    contract.schema(schema).properties.sample = structuredClone(value);
  };
  return { prepare: write(before), inject: write(after) };
}
