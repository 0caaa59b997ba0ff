/** The command `aispm-scan models`. */
import { ScanError } from '../core/errors.ts';
import { SEVERITIES } from '../core/severities.ts';
import { scanModels } from '../model-files/scan-models.ts';
import { FORMATS, REPORT_OPTIONS } from './report-arguments.ts';
import { executeReportCommand } from './report-command.ts';

const OPTIONS = { ...REPORT_OPTIONS, 'digest-limit': { type: 'string' } } as const;
const GIGABYTE = 1_000_000_000;

const HELP = `Usage: aispm-scan models [path…] [options]

Shows what the headers of model files declare: safetensors, GGUF, pickle and PyTorch, Keras, ONNX. Pickles aren't unpickled:
their operations are followed, and what they would import is listed. Nothing is executed, and nothing is sent unless
--upload is set.

Options:
  --output <format>     ${FORMATS.join(', ')} (default: summary)
  --digest-limit <GB>   no digests for files above this size, because they are read completely; 0 for none (default: 10)
  --target <name>       the name of the repository or folder in every scan
  --fail-on <severity>  exit with 1 when a finding is at least this severe: ${SEVERITIES.join(', ')}
  --upload              send the scan document to the service, see aispm-scan --help
  --quiet               no progress
  --help                print this help

The exit code is 0 when the scan was completed, 1 when findings reach --fail-on, 2 when an option is invalid or a path
doesn't exist, and 3 when the upload failed.
`;

/**
 * Executes the command.
 *
 * @returns the exit code
 * @throws {ScanError} when an option is wrong, or a path doesn't exist
 */
export function executeModels(args: string[]): Promise<number> {
  return executeReportCommand(
    args,
    { name: 'aispm-scan models', help: HELP, options: OPTIONS },
    async ({ values, positionals, scanOptions }) => {
      const digestLimit = readDigestLimit(values['digest-limit']);
      const options = { ...scanOptions, ...(digestLimit !== undefined && { digestLimit }) };
      return { report: await scanModels(positionals.length === 0 ? ['.'] : positionals, options) };
    },
  );
}

function readDigestLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new ScanError(`--digest-limit must be a number of gigabytes, such as 10; got "${text}".`);
  return value * GIGABYTE;
}
