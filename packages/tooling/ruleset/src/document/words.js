/**
 * Splits a name into words in lower case: `McpServers`, `mcp-servers` and `mcp_servers` have the same words.
 *
 * @param {string} name
 * @returns {string[]}
 */
export function words(name) {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());
}

/**
 * Joins words to a name in camelCase.
 *
 * @param {string[]} parts
 */
export function camelCase(parts) {
  return parts.map((word, index) => (index === 0 ? word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`)).join('');
}

/**
 * Returns whether the last word is a regular English plural.
 *
 * @param {string[]} parts
 */
export function isPlural(parts) {
  return /[^s]s$/.test(parts.at(-1) ?? '');
}

/**
 * Returns the words with the last one in the singular.
 *
 * @param {string[]} parts
 * @returns {string[]}
 */
export function singular(parts) {
  if (!isPlural(parts)) return parts;
  const last = parts.at(-1) ?? '';
  return [...parts.slice(0, -1), last.endsWith('ies') ? `${last.slice(0, -3)}y` : last.slice(0, -1)];
}
