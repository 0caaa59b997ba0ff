/** The data that a mock starts with. */
/** How a generated workspace differs from the default. */
export interface Mix {
  /** Share of the issues that are as severe as the most severe example, 0 to 1. */
  severeShare: number;
  /** Share of the runs that fail, 0 to 1. */
  failedRunShare: number;
}

/** A scenario. */
export interface Scenario {
  /** One line for the help of the command. */
  description: string;
  /** The records: from the examples, none, or generated. */
  records: 'story' | 'none' | 'generated';
  /** Default number of generated records per list. */
  rows?: number;
  /** How generated records differ from the default. */
  mix?: Mix;
  /** Whether started runs fail. */
  failsRuns?: boolean;
}

/** The default number of generated records per list. */
export const DEFAULT_ROWS = 50;

const ORDINARY: Mix = { severeShare: 0.1, failedRunShare: 0.15 };

/** The scenarios by name. */
export const SCENARIOS = {
  story: { description: 'the examples (default)', records: 'story' },
  empty: { description: 'a new workspace: built-in rules and evaluations only', records: 'none' },
  generated: {
    description: `${DEFAULT_ROWS} records in each list, or --rows; the default with --dynamic or --rows`,
    records: 'generated',
    mix: ORDINARY,
  },
  'at-risk': {
    description: 'generated; most issues are critical and open',
    records: 'generated',
    mix: { severeShare: 0.7, failedRunShare: 0.4 },
  },
  large: {
    description: 'generated; 5,000 records in each list',
    records: 'generated',
    rows: 5_000,
    mix: ORDINARY,
  },
  'run-fails': {
    description: 'the examples; with --stateful, every run that you start fails',
    records: 'story',
    failsRuns: true,
  },
} as const satisfies Record<string, Scenario>;

/** The name of a scenario. */
export type ScenarioName = keyof typeof SCENARIOS;

/** Returns whether a scenario with a name exists. */
export function isScenario(name: string): name is ScenarioName {
  return Object.hasOwn(SCENARIOS, name);
}
