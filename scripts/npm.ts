/** How to start npm. */
export interface NpmCommand {
  file: string;
  args: string[];
  /** Whether only a shell can start it. */
  shell: boolean;
}

/** Returns the npm that has started this process, otherwise that of the machine, on every operating system. */
export function npmCommand(args: string[]): NpmCommand {
  const program = process.env.npm_execpath;
  if (program?.endsWith('.js')) return { file: process.execPath, args: [program, ...args], shell: false };
  // On Windows it's a batch file.
  return { file: 'npm', args, shell: process.platform === 'win32' };
}
