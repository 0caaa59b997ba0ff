/** The first request of a run, which checks that there is an AISPM API and that it accepts the token. */
import { isJsonMediaType } from '@aispm/openapi';
import { findList } from '../contract/lists.ts';
import { placeholderNames } from '../contract/operation.ts';
import { fillPath } from '../contract/request.ts';
import { ContractError, UnreachableError } from '../core/errors.ts';
import type { Session } from './session.ts';

/** Maximum length of a response body in an error message, in characters. */
const MAX_EXCERPT = 200;

/**
 * Requests a list of the workspace.
 *
 * @throws {ContractError} when the contract has no such list
 * @throws {UnreachableError} when the server cannot be examined
 */
export async function connect(session: Session): Promise<void> {
  const { baseUrl, token } = session.options;
  const scope = Object.keys(session.scope).join();
  const list = session.operations.find(
    (operation) => findList(operation) && placeholderNames(operation.path).join() === scope,
  );
  if (!list) throw new ContractError('It has no list of a workspace.');
  const target = fillPath(list.path, session.scope);
  const { status, headers, text } = await session.transport
    .send({ method: 'GET', target, headers: { authorization: `Bearer ${token}` }, body: undefined })
    .catch((error: Error) => {
      throw new UnreachableError(
        `${baseUrl} cannot be reached: ${error.message}. Is the server running, and is the URL correct?`,
      );
    });
  const { 'content-type': mediaType = '' } = headers;
  const isApi = isJsonMediaType(mediaType);
  const excerpt = text.slice(0, MAX_EXCERPT);
  if (isApi && status === 401) throw new UnreachableError(`${baseUrl} rejects the token: ${excerpt}`);
  if (isApi && status === 403) {
    const workspace = `the workspace "${session.scope.workspace_id}" of the tenant "${session.scope.tenant_id}"`;
    throw new UnreachableError(
      `The token has no access to ${workspace}; select another with --tenant and --workspace. ${excerpt}`,
    );
  }
  if (!isApi || status === 404) {
    const got = `GET ${target} returned ${status}, ${mediaType || 'without a media type'}`;
    throw new UnreachableError(
      `There is no AISPM API at ${baseUrl}: ${got}. The base URL includes the version, such as https://aispm.example.com/api/v1.`,
    );
  }
}
