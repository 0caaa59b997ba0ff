/** The check of Node.js at the start of each command. This module loads no other, so that an old Node.js can run it. */

/**
 * Compares the running Node.js with `engines.node` of a package, such as `>=20.19.0`.
 *
 * @param command name of the command, for the message
 * @param manifest text of the `package.json` of its package
 * @param current version of the running Node.js, such as `18.20.8`
 * @returns one line that says which version is needed and where to get it; undefined when this one suffices
 */
export function describeOldNode(command: string, manifest: string, current: string): string | undefined {
  const { engines } = JSON.parse(manifest) as { engines: { node: string } };
  const required = engines.node.replace('>=', '');
  if (!isOlder(current, required)) return undefined;
  return (
    `${command}: needs Node.js ${required.replace(/\.0$/, '')} or newer; this is ${current}. ` +
    'Install it from https://nodejs.org.'
  );
}

function isOlder(version: string, minimum: string): boolean {
  const parts = version.split('.').map(Number);
  const minima = minimum.split('.').map(Number);
  const index = parts.findIndex((part, position) => part !== minima[position]);
  return index !== -1 && (parts[index] ?? 0) < (minima[index] ?? 0);
}
