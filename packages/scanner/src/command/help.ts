/** The text of `aispm-scan --help`. */
import { SEVERITIES } from '../core/severities.ts';
import { FORMATS } from './report-arguments.ts';

export const HELP = `Usage: aispm-scan [path] [options]
       aispm-scan diff <base>       show what is new, changed or gone since a commit or a branch; see aispm-scan diff --help
       aispm-scan mcp <name…>      list tools, prompts and resources of MCP servers (starts or connects to them); see aispm-scan mcp --help
       aispm-scan models [path…]   show what the headers of model files declare; see aispm-scan models --help

Finds agents, tools, models and MCP servers with their relations. It only reads files and git, never executes code
of the repository, and sends nothing unless --upload is set.

Options:
  --output <format>     ${FORMATS.join(', ')} (default: summary)
  --exclude <pattern>   paths to exclude, in .gitignore syntax; repeatable
  --target <name>       the name of the repository in every scan (default: the URL of its remote)
  --since <ref>         only report files that differ from this git reference; for pull requests
  --explain <id>        show the code that led to an object: its name, key or stable key
  --fail-on <severity>  exit with 1 when a finding is at least this severe: ${SEVERITIES.join(', ')}. With
                        --upload, suppressed findings don't count
  --quiet               no progress
  --version             print the version
  --help                print this help
Upload:
  --upload              send the scan document to the service, wait for the scan, and print its findings
Environment of an upload:
  AISPM_BASE_URL        the API including its version, such as https://aispm.example.com/api/v1
  AISPM_TOKEN           the API key, without "Bearer"
  AISPM_TENANT          the tenant
  AISPM_WORKSPACE       the workspace

The exit code is 0 when the scan was completed, 1 when findings reach --fail-on, 2 when an option is invalid or the path
can't be scanned, 3 when the upload failed, and 4 when the scanner itself fails.
`;
