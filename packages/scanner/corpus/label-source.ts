import { isNode, LineCounter, parseDocument } from 'yaml';

/** Where a value is in a label file: the keys and indexes that lead to it. */
export type Position = readonly (string | number)[];

/** The text of a label file, which knows the line of each value and collects violations. */
export class LabelSource {
  readonly value: unknown;
  readonly #path: string;
  readonly #document;
  readonly #lines = new LineCounter();
  readonly #violations: { line: number; text: string }[] = [];

  constructor(text: string, path: string) {
    this.#path = path;
    this.#document = parseDocument(text, { lineCounter: this.#lines });
    for (const error of this.#document.errors) {
      const line = this.#lines.linePos(error.pos[0]).line;
      this.#violations.push({ line, text: error.message.split('\n')[0]?.replace(/ at line \d+.*$/, '') ?? '' });
    }
    this.throwViolations();
    this.value = this.#document.toJS();
  }

  /** Adds a violation at a position, or at the nearest value around it that the file contains. */
  report(position: Position, text: string): void {
    this.#violations.push({ line: this.#lineOf(position), text });
  }

  /** Throws an error that lists the violations so far, ordered by line; returns when there are none. */
  throwViolations(): void {
    if (this.#violations.length === 0) return;
    const sorted = [...this.#violations].sort((a, b) => a.line - b.line);
    throw new Error(sorted.map(({ line, text }) => `${this.#path}:${line}: ${text}`).join('\n'));
  }

  #lineOf(position: Position): number {
    for (let length = position.length; length > 0; length--) {
      const node = this.#document.getIn(position.slice(0, length), true);
      if (isNode(node) && node.range) return this.#lines.linePos(node.range[0]).line;
    }
    return 1;
  }
}
