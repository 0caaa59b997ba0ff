/** The command `aispm-scan models`. */
import { ScanError } from '../index.ts';
import { scanModels } from '../model-files/scan-models.ts';
import { SEVERITIES } from '../severities.ts';
import { deliver } from './deliver.ts';
import { createProgress } from './progress.ts';
import { FORMATS, REPORT_OPTIONS, readArguments, readReportArguments } from './report-arguments.ts';

const OPTIONS = { ...REPORT_OPTIONS, 'digest-limit': { type: 'string' } } as const;
const GIGABYTE = 1_000_000_000;

const HELP = `Usage: aispm-scan models [path…] [options]

Says what the headers of model files declare: safetensors, GGUF, pickle and PyTorch, Keras, ONNX. Pickles are not unpickled:
their operations are followed, and what they would import is listed. Nothing is executed, and nothing is sent unless
--upload is set.

Options:
  --output <format>     ${FORMATS.join(', ')} (default: summary)
  --digest-limit <GB>   files above this size get no digest, for which they are read completely; 0 for none (default: 10)
  --target <name>       the name of the repository or folder in every scan
  --fail-on <severity>  exit with 1 when a finding is at least this severe: ${SEVERITIES.join(', ')}
  --upload              send the scan document to the service, see aispm-scan --help
  --quiet               no progress
  --help                print this text

The exit code is 0 when the scan was completed, 1 when findings reach --fail-on, 2 when an option is wrong or a path
does not exist, and 3 when the upload failed.
`;

/**
 * Executes the command.
 *
 * @returns the exit code
 * @throws {ScanError} when an option is wrong, or a path does not exist
 */
export async function executeModels(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(args, OPTIONS, 'aispm-scan models');
  const report = readReportArguments(values);
  if (report.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const digestLimit = readDigestLimit(values['digest-limit']);
  const progress = createProgress(process.stderr, report.quiet);
  try {
    const scanned = await scanModels(positionals.length === 0 ? ['.'] : positionals, {
      ...(report.target !== undefined && { target: report.target }),
      ...(digestLimit !== undefined && { digestLimit }),
      trigger: process.env.CI ? 'ci' : 'manual',
      onProgress: progress.show,
    });
    progress.clear();
    return await deliver(scanned, report);
  } finally {
    progress.clear();
  }
}

function readDigestLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new ScanError(`--digest-limit must be a number of gigabytes, such as 10; got "${text}".`);
  return value * GIGABYTE;
}
