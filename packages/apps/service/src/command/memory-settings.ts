/** The memory settings of `serve` and `worker`. See `docs/memory.md` for reasons and measurements. */

/** Flags of Node.js, for the young and the old generation of the heap. */
const NODE_FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=50'];

/**
 * Variables of the GNU C library, which reads them before Node.js starts: the number of arenas, and the size in bytes from
 * which memory is mapped.
 */
const C_LIBRARY = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

/**
 * Replaces this process with one that has the memory settings. It keeps its process ID, standard streams and signals. Does
 * nothing if Node.js already has the flags, or if the system can't replace a process.
 */
export function applyMemorySettings(): void {
  const hasFlags = NODE_FLAGS.every((flag) => process.execArgv.includes(flag));
  if (hasFlags || process.platform === 'win32') return;
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...NODE_FLAGS, ...process.argv.slice(1)], {
    ...C_LIBRARY,
    ...process.env,
  });
}
