/** The memory settings of `serve` and `worker`. `docs/memory.md` has the reasons and the measurements. */

/** Flags of Node.js, for the young and the old generation of the heap. */
const NODE_FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=50'];

/** Variables of the GNU C library, which reads them before Node.js starts: number of arenas, and bytes from which memory is mapped. */
const C_LIBRARY = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' };

/**
 * Replaces this process by one with the memory settings: the process keeps its identifier, its standard streams and its
 * signals. Returns without any effect where Node.js has the flags already, or where the system cannot replace a process.
 */
export function applyMemorySettings(): void {
  const hasFlags = NODE_FLAGS.every((flag) => process.execArgv.includes(flag));
  if (hasFlags || process.platform === 'win32') return;
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...NODE_FLAGS, ...process.argv.slice(1)], {
    ...C_LIBRARY,
    ...process.env,
  });
}
