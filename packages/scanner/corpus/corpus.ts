/**
 * `npm run corpus -w @aispm/scanner`: scans the repositories of the corpus and prints precision and recall against the labels. README.md
 * describes the labels and the rules of the comparison.
 */
import { runCorpus } from './run-corpus.ts';

try {
  process.exitCode = await runCorpus(process.argv.slice(2), {
    print: (line) => process.stdout.write(`${line}\n`),
    printError: (line) => process.stderr.write(`${line}\n`),
  });
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}
