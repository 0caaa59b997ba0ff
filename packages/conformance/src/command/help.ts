/** The text of `aispm-conformance --help`. */
import { CHECKS } from '../checks/catalogue.ts';
import { LIMITS } from '../core/options.ts';

const checks = CHECKS.map(({ name }) => name);

export const HELP = `Usage: aispm-conformance --base-url <url> --token <key> [options]

Checks whether a server of the AISPM API conforms to the contract. Without --write it only reads.

Server:
  --base-url <url>           the API including its version, such as https://aispm.example.com/api/v1
  --token <key>              the API key, without "Bearer" (or the environment variable AISPM_TOKEN)
  --tenant <id>              the tenant to examine (default: the tenant of the contract's examples)
  --workspace <id>           the workspace to examine (default: the workspace of the contract's examples)
  --second-token <key>       an API key without access to the tenant (or AISPM_SECOND_TOKEN)
  --second-tenant <id>       a tenant that only the second key has access to
  --second-workspace <id>    a workspace of the second tenant
Checks:
  --write                    also create, change and delete records; the run deletes everything that it creates
  --leave-records            with --write: also create records that the API can't delete: a failed scan and an interaction;
                             and update an issue to its own status
  --strict                   also report response fields that the contract does not declare
  --allow-empty              accept checks that cannot run because the server has no data
  --operations <a,b>         only these operations
  --checks <a,b>             only these checks: ${checks.slice(0, 8).join(', ')},
                             ${checks.slice(8).join(', ')}
  --known <file>             known violations to ignore, as JSON:
                             [{"check": "order", "operations": ["listRules"], "reason": "…"}]
  --contract <file>          an OpenAPI document as JSON (default: the contract of this package)
Limits:
  --max-requests <number>    requests of the run (default ${LIMITS.maxRequests.default})
  --max-time <seconds>       duration of the run (default ${LIMITS.maxTime.default})
  --timeout <seconds>        timeout of a request (default ${LIMITS.timeout.default})
  --job-timeout <seconds>    timeout of a run or an export of the server (default ${LIMITS.jobTimeout.default})
  --concurrency <number>     concurrent requests (default ${LIMITS.concurrency.default})
Output:
  --json <file>              write the report as JSON
  --junit <file>             write the report as JUnit XML
  --quiet                    print only the verdict
  --help                     print this text

Proxies are read from HTTPS_PROXY, HTTP_PROXY and NO_PROXY.
The exit code is 0 when the server conforms, 1 when it does not, and 2 when it cannot be examined.
`;
