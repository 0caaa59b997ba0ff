/** What evaluates expressions. The parts are in the other files of this folder, `create-evaluator.ts` puts them together. */
import type { CallExpression, Expression } from '../facts/facts.ts';
import type { Project } from './project.ts';
import type { ClassValue, Frame, FunctionValue, InstanceValue, SourcePosition, Value } from './values.ts';

/**
 * Evaluates expressions to values, across files. It is bounded in depth and in steps, and safe with cycles: what it can't follow is
 * `unknown` with a reason.
 */
export interface Evaluator {
  readonly project: Project;
  /** Evaluates an expression at a position. The frame has the values of the parameters, if a call is followed. */
  readonly evaluate: (expression: Expression, position: SourcePosition, frame?: Frame) => Value;
  /** Returns the value of a name at a position. */
  readonly lookup: (name: string, position: SourcePosition, frame?: Frame) => Value;
  /** Returns a member of a value. */
  readonly member: (value: Value, name: string) => Value;
  /** Returns the value of a name that a module of the repository exports; undefined when it exports no such name. */
  readonly exported: (file: string, name: string) => Value | undefined;
  /** Calls a value with the arguments of a call. */
  readonly call: (callee: Value, call: CallExpression, position: SourcePosition, frame?: Frame) => Value;
  /** Returns what a function returns in a frame. */
  readonly returned: (value: FunctionValue, frame?: Frame) => Value;
  /** Lists the classes that a class derives from: those of the repository, nearest first, and the symbols of others. */
  readonly ancestors: (value: ClassValue) => { classes: readonly ClassValue[]; symbols: readonly string[] };
  /** Lists calls of a function of the repository with the frames that they create: up to the number that a value of a parameter may come from. */
  readonly callers: (file: string, scope: number) => readonly Caller[];
  /** Lists all known calls of a function of the repository, within a larger limit. */
  readonly allCallers: (file: string, scope: number) => readonly Caller[];
  /** Returns the identifier of a frame: short, and the same for the same step out of the same frame. */
  readonly frameId: (parent: Frame | undefined, step: string) => string;
  /** Finds an argument of the call that created an instance; undefined when the call doesn't pass it. */
  readonly argument: (instance: InstanceValue, name: string | undefined, argumentIndex?: number) => Value | undefined;
}

/** A call of a function, and the values of its parameters there. */
export interface Caller {
  readonly call: CallExpression;
  readonly position: SourcePosition;
  readonly frame: Frame;
  /** The frame when the call is in its own one, whose parameters it passes on. */
  readonly within: (outer: Frame) => Frame;
}
