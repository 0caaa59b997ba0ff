/** @import { Rule } from '../../document/rule.js' */

/**
 * Reason phrases of RFC 9110; for 422 that of RFC 4918, which the contract uses.
 *
 * @type {Record<string, string>}
 */
const REASON_PHRASES = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  417: 'Expectation Failed',
  421: 'Misdirected Request',
  422: 'Unprocessable Entity',
  423: 'Locked',
  424: 'Failed Dependency',
  425: 'Too Early',
  426: 'Upgrade Required',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** @type {Rule} */
export default {
  id: 'error-description-reason',
  why: 'Readers recognize errors in a list by name rather than by number.',
  fix: 'Start the description of an error with its HTTP reason phrase and a full stop ("Not Found. …").',
  *check(contract) {
    for (const { status, node } of contract.uniqueResponses()) {
      if (!/^[45]/.test(status)) continue;
      const reason = REASON_PHRASES[status];
      const path = [...node.path, 'description'];
      if (!reason) yield { path, problem: `${status} is not a registered HTTP status` };
      else if (!node.text('description')?.startsWith(`${reason}. `)) {
        yield { path, problem: `The description of ${status} doesn't start with "${reason}."` };
      }
    }
  },
};
