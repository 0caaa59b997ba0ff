/** The process of one benchmark: `node measure.ts <name> [argument]`. It sends the result to its parent. */
import { BENCHMARKS } from './benchmarks.ts';
import type { Result } from './report/result.ts';

/** The message that the process sends before it ends. */
export type Message = { result: Result } | { error: string };

const [name, ...args] = process.argv.slice(2);

// The parent may end first, and a terminal sends Ctrl-C to both. Listeners of "exit" end servers and remove temporary files.
for (const event of ['disconnect', 'SIGINT', 'SIGTERM']) process.once(event, () => process.exit());
process.send?.(await run());
process.disconnect?.();

async function run(): Promise<Message> {
  const benchmark = BENCHMARKS.find((candidate) => candidate.name === name);
  if (!benchmark) return { error: `There is no benchmark "${name}".` };
  try {
    const program = await benchmark.load();
    return { result: await program.measure(args) };
  } catch (error) {
    return { error: (error as Error).message };
  }
}
