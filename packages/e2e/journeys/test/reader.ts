/** The machine of a reader: a home folder, the usual programs, and a registry without the packages of this repository. */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';

/** Creates an empty home folder, outside this repository. */
export function createHome(): string {
  const home = mkdtempSync(join(realpathSync(tmpdir()), 'aispm-reader-'));
  writeFileSync(
    join(home, '.gitconfig'),
    '[user]\n  name = Ann\n  email = ann@example.com\n[init]\n  defaultBranch = main\n',
  );
  const programs = join(home, '.local/bin');
  mkdirSync(programs, { recursive: true });
  symlinkSync(process.execPath, join(programs, 'node'));
  const npm = npmFolder();
  for (const name of ['npm', 'npx']) symlinkSync(join(npm, `${name}-cli.js`), join(programs, name));
  return home;
}

/**
 * The environment of a terminal, without the variables that npm sets for this process.
 *
 * @param registry URL of the registry
 * @param programs folders of other programs, which come first in PATH
 */
export function environment(home: string, registry: string, programs: readonly string[] = []): NodeJS.ProcessEnv {
  return {
    HOME: home,
    LANG: 'C.UTF-8',
    TMPDIR: tmpdir(),
    PATH: [...programs, join(home, '.local/bin'), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
    NO_COLOR: '1',
    npm_config_registry: registry,
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  };
}

/** The folder of the commands of npm, which comes first in PATH. */
function npmFolder(): string {
  for (const folder of process.env.PATH?.split(delimiter) ?? []) {
    const command = join(folder, 'npm');
    if (existsSync(command)) return dirname(realpathSync(command));
  }
  throw new Error('There is no npm in PATH.');
}
