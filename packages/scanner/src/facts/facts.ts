/**
 * What one source file says, independent of its language: scopes with statements and expressions. A language adapter creates it,
 * the stages after it know nothing else. It is plain data: it crosses threads, and the cache stores it by the hash of the content.
 *
 * Facts keep what decides values: imports, bindings, calls with arguments, decorators, class bases, literals, assignments and
 * later changes, exports. Blocks such as `if`, `for` and `try` are flattened into their scope; what depends on a condition is
 * marked. Secrets in strings are replaced before they become facts.
 */

/** The languages that adapters exist for. JavaScript is read by the TypeScript adapter. */
export type LanguageId = 'python' | 'typescript' | 'go' | 'csharp' | 'java';

/**
 * First line, first column, last line, last column: from 1, inclusive, columns in UTF-16 units. In a notebook, the lines count
 * within the cell, and the fifth element is the cell, from 1.
 */
export type Span = readonly [number, number, number, number] | readonly [number, number, number, number, number];

/** The facts of one file. */
export interface FileFacts {
  /** Path from the root of the repository, separated by `/`. */
  readonly path: string;
  readonly language: LanguageId;
  /** All scopes. The first one is the module; the others refer to their parents by index. */
  readonly scopes: readonly Scope[];
  /**
   * What other files can import. Undefined in languages where every binding of the module can be imported (Python).
   */
  readonly exports?: readonly Export[];
  /** What could not be read. */
  readonly problems: readonly Problem[];
}

/** A problem in a file, such as a syntax error. The rest of the file is read anyway. */
export interface Problem {
  readonly message: string;
  readonly span: Span;
}

/** A module, a function (also a lambda or an arrow function) or a class. */
export interface Scope {
  readonly kind: 'module' | 'function' | 'class';
  /** Index of the enclosing scope; undefined for the module. */
  readonly parent?: number;
  /** The name it is defined with; empty for a module and for an anonymous function. */
  readonly name: string;
  readonly parameters: readonly Parameter[];
  /** The decorators, without `@`, from the outermost to the innermost. */
  readonly decorators: readonly Expression[];
  /** Base classes, and keyword arguments of the class definition. */
  readonly bases: readonly Argument[];
  /** In source order. */
  readonly statements: readonly Statement[];
  /** The docstring or the documentation comment. */
  readonly documentation?: string;
  /** Declared type of the returned value. */
  readonly returns?: Expression;
  readonly isAsync?: boolean;
  /** Names that mean those of the module, although the scope binds them: `global client`. */
  readonly globals?: readonly string[];
  /** From the first decorator to the last line. */
  readonly span: Span;
}

/** A parameter of a function. */
export interface Parameter {
  readonly name: string;
  /** `rest` collects positional arguments (`*args`, `...rest`), `keywords` collects named ones (`**kwargs`). */
  readonly kind: 'positional' | 'named' | 'rest' | 'keywords';
  readonly default?: Expression;
  readonly type?: Expression;
  /** The object whose method the function looks like in calls: `this IServices services` in C#. */
  readonly isReceiver?: true;
  /** The names that a destructuring parameter binds (`{ model, tools: list }`), with the property each comes from. */
  readonly properties?: readonly { readonly property: string; readonly local: string; readonly default?: Expression }[];
}

export type Statement = (
  | AssignStatement
  | {
      readonly kind: 'evaluate';
      readonly value: Expression;
      readonly isConditional?: boolean;
      readonly flags?: Flags;
      readonly through?: Through;
    }
  /** `return` and `yield`. An arrow function without a body returns its expression. */
  | { readonly kind: 'return'; readonly value: Expression }
  /** A named function or class. `scope` is the index of its scope. */
  | { readonly kind: 'define'; readonly name: string; readonly scope: number }
  | ImportStatement
  | IterateStatement
) & {
  /** Inside of a loop without a list of items: `while`, `for (;;)`, `for _ in range(…)`. */
  readonly isRepeated?: boolean;
};

/** Of `with value`: the index of the last statement of its block. */
export type Through = number;

/** Names that have to be true for a statement to be executed: `if include_all:`. */
export type Flags = readonly string[];

/** `target = value`, `target: type = value`, `target += value`, `with value as target`. */
export interface AssignStatement {
  readonly kind: 'assign';
  /**
   * A name, a member, an element, or a list or a dictionary of targets that destructures. In these, a target with a default is a
   * choice of the target and the default.
   */
  readonly target: Expression;
  /** Missing in a declaration without a value. */
  readonly value?: Expression;
  readonly type?: Expression;
  /** `target += value` and the like: it adds to the value of the target. */
  readonly isAddition?: boolean;
  /** Inside `if`, `for`, `try` and the like: earlier values of the target remain possible. */
  readonly isConditional?: boolean;
  readonly flags?: Flags;
  readonly through?: Through;
  readonly span: Span;
}

/** `for target in source`. */
export interface IterateStatement {
  readonly kind: 'iterate';
  readonly target: Expression;
  readonly source: Expression;
  /** The index of the last statement that the loop repeats, in the same scope; undefined when unknown. */
  readonly through?: number;
  /** The target is a parameter, and a method of the source calls the function for each item: a followed call has precedence. */
  readonly isImplicit?: boolean;
}

/** Binds `local` to a member of another module, or to the module itself. */
export interface ImportStatement {
  readonly kind: 'import';
  /** The module as written: `agents`, `..tools`, `./tools.js`, `@openai/agents`. */
  readonly module: string;
  /** The imported name, `*` for all names of the module (Python), `default` for a default export; undefined: the module itself. */
  readonly name?: string;
  readonly local: string;
}

/** A name that other files can import. */
export interface Export {
  /** The exported name; `*` exports all names of `module`. */
  readonly name: string;
  /** The binding of this module that it exports, for example `Agent` in `export { Agent as Base }`. */
  readonly local?: string;
  /** The value, for `export default <expression>`. */
  readonly value?: Expression;
  /** The module of a re-export, and the name there. */
  readonly module?: string;
  readonly imported?: string;
}

export type Expression =
  | StringExpression
  | { readonly kind: 'constant'; readonly value: number | boolean | null }
  /** A string with values in it (f-string, template literal), in order. */
  | { readonly kind: 'template'; readonly parts: readonly Expression[] }
  /** A list, a tuple, a set or an array. Items may be spreads. */
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | DictionaryExpression
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'member'; readonly object: Expression; readonly name: string }
  | { readonly kind: 'element'; readonly object: Expression; readonly index: Expression }
  | CallExpression
  /** A function or a class as a value. `scope` is the index of its scope. */
  | { readonly kind: 'function'; readonly scope: number }
  | { readonly kind: 'class'; readonly scope: number }
  /** One of several values: `a or b`, `a if c else b`, `a ?? b`, `c ? a : b`. */
  | { readonly kind: 'choice'; readonly options: readonly Expression[] }
  /** `a + b`. */
  | { readonly kind: 'sum'; readonly operands: readonly Expression[] }
  | { readonly kind: 'spread'; readonly value: Expression }
  /** `[item for target in source]`: one item for each element of the source; with a key an entry of a dictionary. */
  | {
      readonly kind: 'each';
      readonly key?: Expression;
      readonly item: Expression;
      readonly target: Expression;
      readonly source: Expression;
    }
  | { readonly kind: 'unknown'; readonly reason: string };

/** A string literal, with its escapes decoded and secrets replaced by `[REDACTED]`. */
export interface StringExpression {
  readonly kind: 'string';
  /** The text, or its start when it is long. */
  readonly value: string;
  /** SHA-256 of the complete string before redaction, if `value` isn't the complete string. */
  readonly digest?: string;
  readonly span: Span;
}

/** A dictionary or an object literal. */
export interface DictionaryExpression {
  readonly kind: 'dictionary';
  /** An entry without a key is a spread. */
  readonly entries: readonly { readonly key?: Expression; readonly value: Expression; readonly span?: Span }[];
  readonly span: Span;
}

/** A call or a construction. */
export interface CallExpression {
  readonly kind: 'call';
  /** Unique within the file. It identifies the call while scanning and never becomes part of a result. */
  readonly id: number;
  readonly callee: Expression;
  readonly arguments: readonly Argument[];
  readonly span: Span;
}

/** An argument of a call. */
export interface Argument {
  /** The name of a keyword argument. */
  readonly name?: string;
  readonly value: Expression;
  /** `rest`: `*value` or `...value`; `keywords`: `**value`. */
  readonly spread?: 'rest' | 'keywords';
}
