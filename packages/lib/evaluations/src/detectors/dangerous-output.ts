/** Recognizes a type of output; a function where a regular expression wouldn't be linear. */
type Recognizer = RegExp | ((response: string) => boolean);

/** Patterns of output that is harmful if used without review, in a shell, a database or a web page. */
const PATTERNS: Readonly<Record<string, readonly Recognizer[]>> = {
  command: [
    removesRecursively,
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
  script: [hasScriptElement, /\bon(?:error|load|click|mouseover)\s*=\s*["']?[^"'\s>]/i, /\bjavascript:\s*[a-z(]/i],
};

/** The detected types of dangerous output. */
export const DANGEROUS_OUTPUT_KINDS: readonly string[] = Object.keys(PATTERNS);

/** Returns whether a response contains dangerous output of a type. */
export function hasDangerousOutput(response: string, kind: string): boolean {
  return (
    PATTERNS[kind]?.some((pattern) => (typeof pattern === 'function' ? pattern(response) : pattern.test(response))) ??
    false
  );
}

/** `rm` with the options `r` and `f`, in any order, possibly among others. */
function removesRecursively(response: string): boolean {
  return [...response.matchAll(/\brm\s+-([a-z]+)\s+(?:--no-preserve-root\s+)?[/~*$]/gi)].some(
    ([, options = '']) => /r/i.test(options) && /f/i.test(options),
  );
}

function hasScriptElement(response: string): boolean {
  const start = response.search(/<script\b/i);
  return start !== -1 && response.includes('>', start);
}
