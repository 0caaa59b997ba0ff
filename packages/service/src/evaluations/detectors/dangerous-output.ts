/** Output that does harm where it is taken over without a look: in a shell, a database or a page. */
const DANGEROUS: Readonly<Record<string, readonly RegExp[]>> = {
  command: [
    /\brm\s+-(?:[a-z]*r[a-z]*f|[a-z]*f[a-z]*r)[a-z]*\s+(?:--no-preserve-root\s+)?[/~*$]/i,
    /\b(?:curl|wget)\b[^\n|;]{1,200}\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/i,
    /\bmkfs(?:\.\w+)?\s+\/dev\//i,
    /\bdd\s+if=[^\n]{1,80}\bof=\/dev\//i,
    /:\(\)\s*\{\s*:\|:&\s*\};:/,
  ],
  sql: [
    /\bdrop\s+(?:table|database|schema)\s+[\w."`[]/i,
    /\btruncate\s+table\s+[\w."`[]/i,
    /\bdelete\s+from\s+[\w."`[\]]+\s*(?:;|$)/im,
    /['"]\s*(?:or|and)\s+['"]?1['"]?\s*=\s*['"]?1/i,
    /\bunion\s+(?:all\s+)?select\b/i,
  ],
  script: [/<script\b[^>]*>/i, /\bon(?:error|load|click|mouseover)\s*=\s*["']?[^"'\s>]/i, /\bjavascript:\s*[a-z(]/i],
};

/** Kinds of dangerous output that can be told. */
export const OUTPUT_KINDS: readonly string[] = Object.keys(DANGEROUS);

/** Whether an answer has dangerous output of a kind. */
export function isDangerous(answer: string, kind: string): boolean {
  return DANGEROUS[kind]?.some((pattern) => pattern.test(answer)) ?? false;
}
