/** The data that a mock starts with. */
/** How a generated workspace differs from an ordinary one. */
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
  /** The records: those of the examples, none, or generated ones. */
  records: 'story' | 'none' | 'generated';
  /** Default number of generated records of each list. */
  rows?: number;
  /** How generated records differ from ordinary ones. */
  mix?: Mix;
  /** Whether runs that are started end as failed. */
  failsRuns?: boolean;
}

/** The default number of generated records of each list. */
export const DEFAULT_ROWS = 50;

const ORDINARY: Mix = { severeShare: 0.1, failedRunShare: 0.15 };

/** The scenarios by name. */
export const SCENARIOS = {
  story: { description: 'the records of the examples (default)', records: 'story' },
  empty: { description: 'a new workspace, with the built-in rules and evaluations only', records: 'none' },
  generated: {
    description: `${DEFAULT_ROWS} records in each list, or --rows; the default with --dynamic or --rows`,
    records: 'generated',
    mix: ORDINARY,
  },
  'at-risk': {
    description: 'generated, and most issues are critical and open',
    records: 'generated',
    mix: { severeShare: 0.7, failedRunShare: 0.4 },
  },
  large: {
    description: 'generated, with 5,000 records in each list',
    records: 'generated',
    rows: 5_000,
    mix: ORDINARY,
  },
  'run-fails': {
    description: 'the records of the examples; with --stateful every run that is started fails',
    records: 'story',
    failsRuns: true,
  },
} as const satisfies Record<string, Scenario>;

/** The name of a scenario. */
export type ScenarioName = keyof typeof SCENARIOS;

/** Returns whether a name is that of a scenario. */
export function isScenario(name: string): name is ScenarioName {
  return Object.hasOwn(SCENARIOS, name);
}
