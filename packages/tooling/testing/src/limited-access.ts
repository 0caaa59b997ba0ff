/** Runs programs with limited access to files: root has access to everything. */

/**
 * Returns a command and its arguments with which the present user is subject to the permissions of files. Root stays root, without
 * its privilege to ignore them: another user could not read a checkout in a folder that only root may enter, such as its home.
 *
 * @param command the program and its arguments
 */
export function withLimitedAccess(...command: [string, ...string[]]): [string, ...string[]] {
  return process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', ...command] : command;
}
