import { findPaging, JAVASCRIPT, type Operation, writeLiteral } from '@aispm/openapi';

/** The JSX for a list that is loaded page by page. */
const PAGES = `  return (
    <>
      <pre>{JSON.stringify(data?.pages, null, 2)}</pre>
      <button type="button" disabled={!hasNextPage} onClick={() => fetchNextPage()}>More</button>
    </>
  );`;

/**
 * Writes a React component that calls an operation with TanStack Query: lists as infinite queries, other GETs as queries, and
 * everything else as mutations.
 *
 * @param request the parameters of the call
 * @param client a statement that defines the constant `client`
 */
export function writeReactQuery(operation: Operation, request: object, client: string): string {
  const { operationId, method, parameters } = operation;
  const kind = method !== 'get' ? 'Mutation' : findPaging(parameters) ? 'InfiniteQuery' : 'Query';
  const options = `${kind.charAt(0).toLowerCase()}${kind.slice(1)}Options`;
  const body = { Mutation: writeMutation, InfiniteQuery: writePages, Query: writeQuery }[kind](operation, request);
  return `import { createClient, ${operationId} } from '@aispm/client';
import { ${options} } from '@aispm/react-query';
import { use${kind} } from '@tanstack/react-query';

${client}

export function ${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}() {
${body}
}
`;
}

function writeQuery({ operationId }: Operation, request: object): string {
  const start = `  const { data, error } = useQuery(queryOptions(client, ${operationId}, `;
  return `${start}${writeLiteral(request, JAVASCRIPT, start)}));
  if (error) return <p role="alert">{error.message}</p>;
  return <pre>{JSON.stringify(data, null, 2)}</pre>;`;
}

function writePages({ operationId }: Operation, request: object): string {
  const start = `    infiniteQueryOptions(client, ${operationId}, `;
  return `  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery(
${start}${writeLiteral(request, JAVASCRIPT, start)}),
  );
  if (error) return <p role="alert">{error.message}</p>;
${PAGES}`;
}

function writeMutation({ operationId, definition }: Operation, request: object): string {
  const start = '  const send = () => mutate(';
  return `  const { mutate, isPending, isSuccess, error } = useMutation(mutationOptions(client, ${operationId}));
${start}${writeLiteral(request, JAVASCRIPT, start)});
  if (error) return <p role="alert">{error.message}</p>;
  if (isSuccess) return <p>Done</p>;
  return <button type="button" disabled={isPending} onClick={send}>${definition.summary}</button>;`;
}
