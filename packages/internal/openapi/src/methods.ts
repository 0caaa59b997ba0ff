/** The HTTP methods that a path item of OpenAPI 3.1 can declare, in lower case. */
export const HTTP_METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const;

/** An HTTP method in lower case, as a path item declares it. */
export type HttpMethod = (typeof HTTP_METHODS)[number];

/** Returns whether a member of a path item is an operation. */
export function isHttpMethod(name: string): name is HttpMethod {
  return (HTTP_METHODS as readonly string[]).includes(name);
}
