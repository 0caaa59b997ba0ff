import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { AddedOperation } from './add-operation.ts';

const SERVICE = 'packages/apps/service';
const COMPOSITION = `${SERVICE}/src/composition/handlers.ts`;
const SEED = `${SERVICE}/src/demo/seed.ts`;

/**
 * Describes what remains to be done for an operation that was added to the contract, with the files to edit.
 *
 * @param root folder of the project
 */
export function describeNextSteps(root: string, added: AddedOperation): string {
  const steps = [describeContract(added), describeHandler(root, added), describeTable(root, added), describeRelease()];
  return steps.map((step, index) => `${index + 1}. ${step}`).join('\n');
}

function describeContract({ pathFile, names, isNewResource }: AddedOperation): string {
  const examples = isNewResource
    ? `Replace the id in the example with an id from the sample data, and describe the record in spec/SAMPLE_DATA.md. `
    : '';
  return `Contract: complete the description in ${pathFile}, and the fields in
   spec/resources/${names.folder}/schemas. ${examples}Record your choices in spec/decisions.`;
}

function describeHandler(root: string, { operationId, names, tag }: AddedOperation): string {
  const existing = findHandlerFile(root, names.folder, tag);
  const file = existing ?? `${SERVICE}/src/domains/${names.folder}/handlers.ts`;
  const registration = existing ? '' : `, a new file, and its handlers to ${COMPOSITION}`;
  return `Handler: add ${operationId} to ${file}${registration}.
   Until then the build of the service fails with a type error that names ${operationId}.`;
}

function describeTable(root: string, { names, isNewResource }: AddedOperation): string {
  if (!isNewResource) {
    return `Table: add a migration to ${SERVICE}/migrations if the operation needs a new column, and its demo data to
   ${SEED}.`;
  }
  const table = names.folder.replaceAll('-', '_');
  return `Table: create ${table} in ${SERVICE}/migrations/${nextMigrationNumber(root)}_${table}.sql with
   aispm_isolate('${table}'), and add its demo data to ${SEED}.
   The section "Add an operation" of ${SERVICE}/README.md explains handlers, lists and tables.`;
}

function describeRelease(): string {
  return `Run npm run build, npm run anchors -w @aispm/docs (adds the operation to the permanent addresses of the site),
   npx changeset, npm run version:raise -w @aispm/scripts, and npm run check. After later changes of the contract, run npm run contract:release -w @aispm/contract-diff again.`;
}

/** Returns the file with the handlers of a resource or, failing that, of another operation with the same tag. */
function findHandlerFile(root: string, folder: string, tag: string): string | undefined {
  const files = globSync(`${SERVICE}/src/domains/*/handlers.ts`, { cwd: root }).sort();
  const find = (operationIds: string[]) =>
    files.find((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return operationIds.some((operationId) => new RegExp(`\\b${operationId}\\b`).test(text));
    });
  const pathFiles = globSync('spec/resources/*/*.yaml', { cwd: root }).map((file) => ({
    isOfResource: basename(join(file, '..')) === folder,
    text: readFileSync(join(root, file), 'utf8'),
  }));
  const idsIn = (texts: string[]) =>
    texts.flatMap((text) => [...text.matchAll(/^ {2}operationId: (\w+)$/gm)].map(([, id = '']) => id));
  const ofResource = idsIn(pathFiles.filter(({ isOfResource }) => isOfResource).map(({ text }) => text));
  const ofTag = idsIn(pathFiles.filter(({ text }) => text.includes(`tags: [${tag}]`)).map(({ text }) => text));
  return find(ofResource) ?? find(ofTag);
}

/** Returns the number after those of all migrations, in SQL and in code. */
function nextMigrationNumber(root: string): string {
  const sql = globSync(`${SERVICE}/migrations/*.sql`, { cwd: root }).map((file) => basename(file));
  const code = globSync(`${SERVICE}/src/domains/*/migrations/*.ts`, { cwd: root }).flatMap(
    (file) => readFileSync(join(root, file), 'utf8').match(/(?<=name: ')\d{4}_/g) ?? [],
  );
  const numbers = [...sql, ...code].map((name) => Number.parseInt(name, 10));
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0');
}
