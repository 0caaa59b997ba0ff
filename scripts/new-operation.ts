/**
 * Adds an operation to the contract, ready to be filled with sense: `npm run new:operation`. In a terminal it asks for what
 * is not given; elsewhere everything comes as options. `--help` lists them.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { cancel, intro, isCancel, outro, select, text } from '@clack/prompts';
import { parseDocument } from 'yaml';
import { KINDS, type Kind, namesOf, Refusal } from './new-operation/names.ts';
import { scaffold, systemsOf, type Wish } from './new-operation/scaffold.ts';

const HELP = `Adds an operation to the contract, with schemas and examples. The contract stays free of findings.

npm run new:operation -- --kind <kind> --path <path> [--tag <tag>] [--system <system>]

  --kind    ${KINDS.join(', ')}
  --path    path of the collection without tenancy: access-reviews, eval/judges
  --tag     chapter of the reference; by default that of the resource, or the words of its path
  --system  group that a new tag belongs to
  --help    this text

In a terminal you are asked for what you leave out.
`;

/** Reads the options. @throws {Refusal} when there is one that is not known */
function readOptions(): Partial<Wish> & { help?: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        kind: { type: 'string' },
        path: { type: 'string' },
        tag: { type: 'string' },
        system: { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    if (values.kind !== undefined && !KINDS.includes(values.kind as Kind))
      throw new Refusal(`There is no kind ${values.kind}, only ${KINDS.join(', ')}.`);
    return values as Partial<Wish>;
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(`${(error as Error).message.split('. ')[0]}. See --help.`);
  }
}

/** The answer to a question; ends the program when somebody would rather not give one. */
async function answer<T>(question: Promise<T>): Promise<Exclude<T, symbol>> {
  const given = await question;
  if (!isCancel(given)) return given as Exclude<T, symbol>;
  cancel('Nothing was made.');
  process.exit(1);
}

/** Completes a wish by questions. */
async function ask({ kind, path, tag, system }: Partial<Wish>): Promise<Wish> {
  intro('A new operation');
  kind ??= await answer(
    select({ message: 'What does it do?', options: KINDS.map((value) => ({ value, label: value })) }),
  );
  path ??= await answer(
    text({
      message: 'On which collection? Its path, without tenancy.',
      placeholder: 'access-reviews',
      validate: (value = '') => refusalOf(() => namesOf(value)),
    }),
  );
  const openapi = parseDocument(readFileSync('spec/openapi.yaml', 'utf8'));
  if (system === undefined && tag === undefined) {
    const known = systemsOf(openapi).map(({ name, tags }) => ({ value: name, label: name, hint: tags.join(', ') }));
    const options = [{ value: '', label: 'that of the resource, which has operations already', hint: '' }, ...known];
    system = (await answer(select({ message: 'To which system does it belong?', options }))) || undefined;
  }
  return { kind, path, ...(tag !== undefined && { tag }), ...(system !== undefined && { system }) };
}

function refusalOf(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

try {
  const { help, ...given } = readOptions();
  if (help) {
    process.stdout.write(HELP);
  } else {
    const complete = given.kind !== undefined && given.path !== undefined;
    if (!complete && !process.stdin.isTTY)
      throw new Refusal('Say what to make with --kind and --path, or run it in a terminal. See --help.');
    const { operationId, files } = scaffold(process.cwd(), complete ? (given as Wish) : await ask(given));
    const report = `${operationId} is in the contract:\n${files.map((file) => `  ${file}`).join('\n')}\n
Next: say in its description what a caller needs to know, give the schemas their fields and the examples their part in
spec/STORY.md, put the reason for what you chose into spec/DECISIONS.md. The service does not compile until it has a handler
for ${operationId}, in the handlers.ts of its system in packages/service/src. Then npm run build,
npm run anchors -w @aispm/docs, npx changeset, npm run version:raise and npm test.`;
    if (complete) process.stdout.write(`${report}\n`);
    else outro(report);
  }
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
