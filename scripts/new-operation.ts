/**
 * `npm run new:operation`: adds an operation to the contract, with schemas and examples, and prints what remains to be done.
 * In a terminal it asks for missing options. `--help` lists them.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { cancel, intro, isCancel, outro, select, text } from '@clack/prompts';
import { parseDocument } from 'yaml';
import { type AddedOperation, addOperation, listTagGroups, type Options } from './new-operation/add-operation.ts';
import { ACTIONS, type Action, deriveNames, InputError } from './new-operation/names.ts';
import { describeNextSteps } from './new-operation/next-steps.ts';

const HELP = `Adds an operation to the contract, with schemas and examples that pass the lint rules.

Usage: npm run new:operation -- --action <action> --path <path> [--tag <tag>] [--group <group>]

Options:
  --action <action>  ${ACTIONS.join(', ')}
  --path <path>      path of the collection without tenancy: access-reviews, eval/judges
  --tag <tag>        chapter of the reference; default: that of the resource, or the words of the path
  --group <group>    group of tags in the reference, for a new tag
  --help             show this text

In a terminal you are asked for missing options.
`;

/**
 * Reads the options.
 *
 * @throws {InputError} when an option is unknown or has no value
 */
function readOptions(): Partial<Options> & { help?: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        action: { type: 'string' },
        path: { type: 'string' },
        tag: { type: 'string' },
        group: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    if (values.action !== undefined && !ACTIONS.includes(values.action as Action)) {
      throw new InputError(`The action "${values.action}" is unknown. Use one of ${ACTIONS.join(', ')}.`);
    }
    return values as Partial<Options>;
  } catch (error) {
    throw error instanceof InputError
      ? error
      : new InputError(`${(error as Error).message.split('. ')[0]}. --help lists the options.`);
  }
}

/** Returns what the user enters; ends the program when the user cancels. */
async function prompt<T>(question: Promise<T>): Promise<Exclude<T, symbol>> {
  const value = await question;
  if (!isCancel(value)) return value as Exclude<T, symbol>;
  cancel('Canceled. No file was changed.');
  process.exit(1);
}

/** Asks for the missing options. */
async function promptForOptions({ action, path, tag, group }: Partial<Options>): Promise<Options> {
  intro('New operation');
  action ??= await prompt(
    select({ message: 'What does the operation do?', options: ACTIONS.map((value) => ({ value, label: value })) }),
  );
  path ??= await prompt(
    text({
      message: 'Path of the collection, without tenancy:',
      placeholder: 'access-reviews',
      validate: (value = '') => findInputError(() => deriveNames(value)),
    }),
  );
  if (group === undefined && tag === undefined) {
    const groups = listTagGroups(parseDocument(readFileSync('spec/openapi.yaml', 'utf8')));
    const options = [
      { value: '', label: 'the group of the resource (it has operations already)', hint: '' },
      ...groups.map(({ name, tags }) => ({ value: name, label: name, hint: tags.join(', ') })),
    ];
    group = (await prompt(select({ message: 'Group of the reference:', options }))) || undefined;
  }
  return { action, path, ...(tag !== undefined && { tag }), ...(group !== undefined && { group }) };
}

function findInputError(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function report(added: AddedOperation): string {
  const files = added.files.map((file) => `  ${file}`).join('\n');
  return `Added ${added.operationId} to the contract. New or changed files:\n${files}\n
Next steps:\n${describeNextSteps(process.cwd(), added)}`;
}

try {
  const { help, ...options } = readOptions();
  if (help) {
    process.stdout.write(HELP);
  } else {
    const isComplete = options.action !== undefined && options.path !== undefined;
    if (!isComplete && !process.stdin.isTTY) {
      throw new InputError('--action and --path are required outside of a terminal. --help lists the options.');
    }
    const added = addOperation(process.cwd(), isComplete ? (options as Options) : await promptForOptions(options));
    if (isComplete) process.stdout.write(`${report(added)}\n`);
    else outro(report(added));
  }
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
