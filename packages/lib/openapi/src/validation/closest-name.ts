/** Suggests the name that someone meant. */
import leven from 'leven';

/** Maximum share of the characters of a known name that may differ. */
const MAX_DIFFERENCE = 1 / 3;

/**
 * Returns the known name that is most similar to another name, the first of equally similar ones; undefined when none is
 * similar. Case, hyphens and underscores don't matter: `pageSize` is `page_size`.
 */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const written = normalize(name);
  const [closest] = known
    .map((candidate) => ({ candidate, distance: measure(written, normalize(candidate)) }))
    .filter(({ distance }) => distance < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.distance - b.distance);
  return closest?.candidate;
}

/** Returns the number of edits between two names; infinity when they aren't similar. */
function measure(name: string, candidate: string): number {
  const max = Math.ceil(candidate.length * MAX_DIFFERENCE);
  // Requests may contain long names, whose distance would take long to compute.
  if (Math.abs(name.length - candidate.length) > max) return Number.POSITIVE_INFINITY;
  const distance = leven(name, candidate);
  return distance <= max ? distance : Number.POSITIVE_INFINITY;
}

function normalize(name: string): string {
  return name.toLowerCase().replace(/[-_]/g, '');
}
