/** Positions of values. */
import type { Scope } from '../facts/facts.ts';
import type { Evaluator } from './evaluator.ts';
import type { ClassValue, FunctionValue, SourcePosition } from './values.ts';

/** Returns the position of the body of a function or class. */
export function positionOfBody({ file, scope }: FunctionValue | ClassValue): SourcePosition {
  return { file, scope };
}

/** Returns the scope of a class or function. */
export function scopeOf(evaluator: Evaluator, { file, scope }: { file: string; scope: number }): Scope | undefined {
  return evaluator.project.files.get(file)?.scopes[scope];
}
