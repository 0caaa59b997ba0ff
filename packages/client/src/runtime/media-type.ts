/** Whether a media type is JSON: `application/json`, or one with the suffix `+json`, whatever its parameters. */
export function isJson(mediaType: string): boolean {
  return /[/+]json *(;|$)/i.test(mediaType);
}
