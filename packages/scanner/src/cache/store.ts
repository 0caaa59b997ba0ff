/**
 * Stores values in files of a folder, from one scan to the next. Nothing here fails: a value that can't be read is missing, and one
 * that can't be written isn't stored. Several scans may use one folder at the same time.
 */
import { hash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';

/** The files that weren't used for the longest time are deleted above this number of bytes. */
const MAX_SIZE = 256 * 1024 * 1024;
/** Files that an aborted scan left behind are deleted after this time, in milliseconds. */
const MAX_AGE_OF_PARTS = 60 * 60 * 1000;
/** Length of the checksum at the start of a file. */
const CHECKSUM = 64;
const OWN_FILE = /^[0-9a-f]{64}\.[a-z]+$/;
const OWN_PART = /^[0-9a-f]{64}\.[a-z]+\.[0-9a-f-]{36}\.part$/;

/** Values by name. A value belongs to a key: another key means that there is none. */
export interface Store {
  readonly read: (name: string, key: string) => Promise<unknown>;
  readonly write: (name: string, key: string, value: unknown) => Promise<void>;
}

/** Returns the cache folder of the user; undefined when there is none. Source: XDG Base Directory Specification. */
export function userCacheFolder(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env.XDG_CACHE_HOME && isAbsolute(env.XDG_CACHE_HOME)) return join(env.XDG_CACHE_HOME, 'aispm-scan');
  try {
    return join(homedir(), '.cache', 'aispm-scan');
  } catch {
    return undefined;
  }
}

/** Opens the values of one scanned folder. */
export function openStore(folder: string, root: string): Store {
  const fileOf = (name: string) => join(folder, `${hash('sha256', root)}.${name}`);
  return {
    read: async (name, key) => {
      try {
        const bytes = await readFile(fileOf(name));
        const content = bytes.subarray(CHECKSUM);
        if (hash('sha256', content) !== bytes.toString('latin1', 0, CHECKSUM)) return undefined;
        const entry = deserialize(content) as { readonly key: string; readonly value: unknown };
        if (entry.key !== key) return undefined;
        const now = new Date();
        await utimes(fileOf(name), now, now).catch(() => {});
        return entry.value;
      } catch {
        return undefined;
      }
    },
    write: async (name, key, value) => {
      const part = `${fileOf(name)}.${randomUUID()}.part`;
      try {
        const content = serialize({ key, value });
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(part, [hash('sha256', content), content], { mode: 0o600, flag: 'wx' });
        await rename(part, fileOf(name));
        await deleteOldFiles(folder);
      } catch {
        await rm(part, { force: true }).catch(() => {});
      }
    },
  };
}

/** Keeps the folder within its maximum size. Doesn't touch other files. */
async function deleteOldFiles(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => OWN_FILE.test(name) || OWN_PART.test(name));
  const found = await Promise.all(
    names.map(async (name) => ({ name, stats: await stat(join(folder, name)).catch(() => undefined) })),
  );
  let size = 0;
  for (const { name, stats } of found.sort((a, b) => (b.stats?.mtimeMs ?? 0) - (a.stats?.mtimeMs ?? 0))) {
    if (stats === undefined) continue;
    const isPart = OWN_PART.test(name);
    if (!isPart) size += stats.size;
    const isOld = isPart ? Date.now() - stats.mtimeMs > MAX_AGE_OF_PARTS : size > MAX_SIZE;
    if (isOld) await rm(join(folder, name), { force: true });
  }
}
