/** Responses of another server of the API, in place of those of the mock. */
import { readDocument } from '../contract/read-document.ts';
import { SettingError } from '../core/errors.ts';
import type { MockResponse } from '../core/exchange.ts';
import type { Forward } from '../operations/response-plan.ts';
import { forward } from './forward.ts';
import type { Recording } from './recording.ts';

/** A difference between a response and the contract. */
interface Difference {
  part: string;
  pointer: string;
  expected: string;
  got: string;
}

/** What the mock uses of `@aispm/conformance`, which users install in addition. */
interface ConformanceSuite {
  loadContract(source?: object): Promise<{ operations: readonly { id: string }[] }>;
  checkResponse(
    contract: object,
    operation: object,
    response: { status: number; headers: Record<string, string>; text: string },
  ): Difference[];
  identifyViolation(difference: Difference): string;
}

/** Maximum number of different messages that are printed. */
const MAX_MESSAGES = 1_000;

/** The package with the checks, in a variable, because only users of a proxy have it. */
const SUITE = '@aispm/conformance';

/**
 * Creates the function that forwards requests. It compares responses with the contract, and prints each kind of difference once.
 *
 * @param url URL of the API, with its base path
 * @param contract as in the options of a mock
 * @param print prints a message
 * @throws {SettingError} when the URL is malformed, or the package that checks responses isn't installed
 */
export async function createProxy(
  url: string,
  contract: string | object | undefined,
  recording: Recording | undefined,
  print: (message: string) => void,
): Promise<Forward> {
  const baseUrl = readUrl(url);
  const check = await createCheck(contract);
  const printed = new Set<string>();
  const printOnce = (key: string, message: string) => {
    if (printed.has(key) || printed.size >= MAX_MESSAGES) return;
    printed.add(key);
    print(message);
  };
  return async (operation, request, body) => {
    const response = await forward(baseUrl, request);
    const { status, headers } = response;
    const name = operation.iid;
    // HEAD has the headers of GET, but no body to compare.
    const differences = request.method === 'HEAD' || response.stream ? [] : check(name, response);
    for (const { id, part, pointer, expected, got } of differences) {
      const place = [part, pointer].filter((text) => text !== '').join(' ');
      const requestId = headers['x-request-id'];
      const origin = `${request.method} ${request.path}${requestId === undefined ? '' : `, X-Request-Id ${requestId}`}`;
      printOnce(`${name} ${status} ${id}`, `${name} ${status}, ${place}: expected ${expected}, got ${got} (${origin})`);
    }
    const reason = recording?.add(operation, request, body, response);
    if (reason !== undefined) printOnce(`${name} ${reason}`, `${name} ${status} is not recorded, because ${reason}.`);
    return response;
  };
}

/** @throws {SettingError} when it isn't the URL of an API */
function readUrl(url: string): string {
  const parsed = /^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || parsed.search || parsed.hash || parsed.username || parsed.password) {
    throw new SettingError(
      `The proxy must be an http or https URL without credentials, query and fragment; got "${url}".`,
    );
  }
  return `${parsed.origin}${parsed.pathname.replace(/\/$/, '')}`;
}

/** Returns the function that compares the response of an operation with the contract. */
async function createCheck(
  source: string | object | undefined,
): Promise<(name: string, response: MockResponse) => (Difference & { id: string })[]> {
  const suite = await loadSuite();
  const document = typeof source === 'string' ? ((await readDocument(source)) as object) : source;
  const contract = await suite.loadContract(document);
  const operations = new Map(contract.operations.map((operation) => [operation.id, operation]));
  return (name, { status, headers, body }) => {
    const operation = operations.get(name);
    if (!operation) return [];
    return suite
      .checkResponse(contract, operation, { status, headers, text: body ?? '' })
      .map((difference) => ({ ...difference, id: suite.identifyViolation(difference) }));
  };
}

async function loadSuite(): Promise<ConformanceSuite> {
  try {
    return (await import(SUITE)) as ConformanceSuite;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new SettingError(`The proxy compares responses with the contract, which requires ${SUITE}. Install it.`);
  }
}
