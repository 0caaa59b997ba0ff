/** `aispm-service workspaces export` and `restore`: a workspace as a file. */
import { once } from 'node:events';
import { createWriteStream, existsSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { restoreWorkspace, WorkspaceInUse, writeArchive } from '../composition/archive.ts';
import { listWorkspaces } from '../composition/erasure.ts';
import { ArchiveError } from '../platform/archive/read-lines.ts';
import { appendCommand } from '../platform/audit/audit-log.ts';
import type { Database } from '../platform/database/database.ts';
import type { Workspace } from '../platform/database/rows.ts';
import { parseOptions, UsageError } from './arguments.ts';
import { parseWorkspace } from './keys.ts';
import { withDatabase } from './with-database.ts';

/** Runs `aispm-service workspaces export <tenant>/<workspace> <file>`. */
export async function exportFile(args: string[]): Promise<void> {
  const { workspace, file } = parseArchiveArguments('export', args);
  const count = await withDatabase(async (database) => {
    const known = await listWorkspaces(database, workspace.tenantId);
    if (!known.some(({ workspaceId }) => workspaceId === workspace.workspaceId)) {
      throw new UsageError(`Unknown workspace "${workspace.tenantId}/${workspace.workspaceId}". See keys list.`);
    }
    return writeFile(database, workspace, file);
  });
  process.stdout.write(`${file}: ${count} rows\n`);
}

/** Runs `aispm-service workspaces restore <tenant>/<workspace> <file>`. */
export async function restoreFile(args: string[]): Promise<void> {
  const { workspace, file } = parseArchiveArguments('restore', args);
  if (!existsSync(file)) throw new UsageError(`The file ${file} doesn't exist.`);
  const count = await withDatabase((database) =>
    restoreWorkspace(database, workspace, file).catch((error: unknown) => {
      if (error instanceof ArchiveError) throw new UsageError(`${file}, ${error.message}. Nothing was restored.`);
      if (error instanceof WorkspaceInUse) throw new UsageError(`${error.message}.`);
      throw error;
    }),
  );
  process.stdout.write(`${count} rows\n`);
}

function parseArchiveArguments(action: string, args: string[]): { workspace: Workspace; file: string } {
  const [name, file, ...more] = parseOptions(args, {}).positionals;
  if (name === undefined || file === undefined || more.length > 0) {
    throw new UsageError(`Specify a workspace and a file: workspaces ${action} <tenant>/<workspace> <file>.`);
  }
  return { workspace: parseWorkspace(name, undefined), file };
}

/** Writes an archive to a new file, and deletes the file on failure. @returns the number of rows */
async function writeFile(database: Database, workspace: Workspace, file: string): Promise<number> {
  const gzip = createGzip();
  // Only the owner may read what a workspace contains.
  const written = pipeline(gzip, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  written.catch(() => {});
  try {
    await database.system((db) =>
      appendCommand(db, workspace, 'workspaces export', [workspace.workspaceId], 'content_read'),
    );
    const counts = await writeArchive(database, workspace, new Date().toISOString(), async (lines) => {
      if (!gzip.write(lines)) await Promise.race([once(gzip, 'drain'), written]);
    });
    gzip.end();
    await written;
    return Object.values(counts).reduce((sum, count) => sum + count, 0);
  } catch (error) {
    gzip.destroy();
    const { code, syscall } = error as NodeJS.ErrnoException;
    // Don't touch an existing file.
    if (code === 'EEXIST') throw new UsageError(`${file} already exists. Choose another file.`);
    rmSync(file, { force: true });
    if (syscall === undefined) throw error;
    throw new UsageError(`Cannot write ${file}: ${(error as Error).message}`);
  }
}
