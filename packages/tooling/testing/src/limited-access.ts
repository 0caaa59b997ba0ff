/** Runs programs with limited access to files, even as root. */

/**
 * Returns a command and its arguments that make file permissions apply to the current user. Root stays root, but loses the privilege to
 * ignore permissions: another user couldn't read a checkout in a folder that only root may enter, such as its home.
 *
 * @param command the program and its arguments
 */
export function withLimitedAccess(...command: [string, ...string[]]): [string, ...string[]] {
  return process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', ...command] : command;
}
