/** Executes the command. */
import { writeFile } from 'node:fs/promises';
import { type Arguments, parseArguments, parseLimits, readServer } from './command/arguments.ts';
import { HELP } from './command/help.ts';
import { readKnownDifferences } from './command/known-differences.ts';
import { createProgressBar } from './command/progress-bar.ts';
import {
  ContractError,
  examine,
  junitReport,
  OptionError,
  type Report,
  textReport,
  UnreachableError,
} from './index.ts';

/** Signals that end the run early. It still deletes what it created. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Executes the command.
 *
 * @returns the exit code
 */
export async function main(args: string[]): Promise<number> {
  try {
    const parsed = parseArguments(args);
    if (parsed.help) {
      process.stdout.write(HELP);
      return 0;
    }
    const report = await examineServer(parsed);
    await writeReport(report, parsed);
    return report.passed ? 0 : 1;
  } catch (error) {
    if (!(error instanceof OptionError || error instanceof UnreachableError || error instanceof ContractError)) {
      throw error;
    }
    process.stderr.write(`aispm-conformance: ${error.message}\n`);
    return 2;
  }
}

async function examineServer(args: Arguments): Promise<Report> {
  const server = readServer(args);
  await useProxy();
  const limits = parseLimits(args);
  const knownDifferences = args.known === undefined ? [] : await readKnownDifferences(args.known);
  const controller = new AbortController();
  const abort = () => controller.abort();
  for (const signal of SIGNALS) process.once(signal, abort);
  const bar = createProgressBar(process.stderr, args.quiet);
  try {
    return await examine({
      ...server,
      ...limits,
      tenant: args.tenant,
      workspace: args.workspace,
      secondToken: args['second-token'] ?? process.env.AISPM_SECOND_TOKEN,
      secondTenant: args['second-tenant'],
      secondWorkspace: args['second-workspace'],
      write: args.write,
      leaveRecords: args['leave-records'],
      strict: args.strict,
      allowEmpty: args['allow-empty'],
      operations: args.operations?.split(','),
      checks: args.checks?.split(','),
      knownDifferences,
      contract: args.contract,
      onProgress: bar.show,
      signal: controller.signal,
    });
  } finally {
    bar.clear();
    for (const signal of SIGNALS) process.off(signal, abort);
  }
}

async function writeReport(report: Report, { json, junit, quiet }: Arguments): Promise<void> {
  if (json !== undefined) await writeReportFile(json, `${JSON.stringify(report, undefined, 2)}\n`);
  if (junit !== undefined) await writeReportFile(junit, junitReport(report));
  const text = textReport(report, process.stdout.isTTY && !process.env.NO_COLOR);
  const verdict = text.trimEnd().split('\n\n').at(-1);
  process.stdout.write(quiet ? `${verdict}\n` : text);
}

async function writeReportFile(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((error: Error) => {
    throw new OptionError(`The report cannot be written: ${error.message}.`);
  });
}

/** Sends the requests of this process through the proxies that the environment configures. */
async function useProxy(): Promise<void> {
  const { EnvHttpProxyAgent, setGlobalDispatcher } = await import('undici');
  try {
    setGlobalDispatcher(new EnvHttpProxyAgent());
  } catch (error) {
    throw new OptionError(`The proxy of the environment cannot be used: ${(error as Error).message}.`);
  }
}
