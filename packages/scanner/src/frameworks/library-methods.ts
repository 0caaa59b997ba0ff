/** Methods that belong to frameworks, whatever a repository defines under the same names. */
import { FRAMEWORKS } from './frameworks.ts';

/** Names of methods that are those of a framework, whatever object has them: of symbols such as `*.AddMcpServer`. */
export const LIBRARY_METHODS: ReadonlySet<string> = new Set(
  FRAMEWORKS.flatMap(({ components }) => components.flatMap(({ symbols }) => symbols))
    .filter((symbol) => symbol.startsWith('*.'))
    .map((symbol) => symbol.slice(2)),
);
