/** Responses whose body is a known string. */

/** Statuses for which the Fetch standard doesn't allow a body. */
const NULL_BODY_STATUSES = new Set([204, 205, 304]);

const Platform = globalThis.Response;

/** Simulated pages have their own `Response`, whose attributes may not be accessors that a subclass can replace. */
const isReplaceable = Object.getOwnPropertyDescriptor(Platform.prototype, 'body')?.get !== undefined;

/** @param headers valid headers, with lowercase names */
export function createResponse(status: number, headers: Record<string, string>, body: string | undefined): Response {
  if (body === undefined || NULL_BODY_STATUSES.has(status)) return new Response(null, { status, headers });
  // Without a media type, the platform adds the media type of strings.
  const isKnown = isReplaceable && globalThis.Response === Platform && 'content-type' in headers;
  // It has all properties of a response, but `Base` hides its type.
  return isKnown
    ? (new TextResponse(status, headers, body) as unknown as Response)
    : new Response(body, { status, headers });
}

/** The properties of `Response` that depend on its headers and its body. */
type Overridden = Pick<
  Response,
  'headers' | 'body' | 'bodyUsed' | 'text' | 'json' | 'arrayBuffer' | 'blob' | 'formData' | 'clone'
>;

// With this type, a class may replace properties with accessors.
const Base = Platform as unknown as new (body: null, init: ResponseInit) => object;

/**
 * A `Response` that creates a stream and headers only when they are needed, because both take longer than the mock. For anything other than
 * reading the complete body once, a response of the platform takes over, in the same state.
 */
class TextResponse extends Base implements Overridden {
  readonly #status: number;
  readonly #givenHeaders: Record<string, string>;
  readonly #text: string;
  #headers: Headers | undefined;
  #isRead = false;
  #successor: Response | undefined;

  constructor(status: number, headers: Record<string, string>, text: string) {
    super(null, { status });
    this.#status = status;
    this.#givenHeaders = headers;
    this.#text = text;
  }

  get headers(): Headers {
    this.#headers ??= new Headers(this.#givenHeaders);
    return this.#headers;
  }

  get body(): Response['body'] {
    return this.#takeOver().body;
  }

  get bodyUsed(): boolean {
    return this.#successor?.bodyUsed ?? this.#isRead;
  }

  text(): Promise<string> {
    return this.#read((text) => text) ?? this.#takeOver().text();
  }

  json(): ReturnType<Response['json']> {
    return this.#read((text) => JSON.parse(text)) ?? this.#takeOver().json();
  }

  /** Node.js 20 doesn't support it in its responses. */
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await this.arrayBuffer());
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#read((text) => new TextEncoder().encode(text).buffer) ?? this.#takeOver().arrayBuffer();
  }

  blob(): ReturnType<Response['blob']> {
    return this.#takeOver().blob();
  }

  formData(): ReturnType<Response['formData']> {
    return this.#takeOver().formData();
  }

  clone(): Response {
    return this.#takeOver().clone();
  }

  /** Reads the complete body; undefined when the platform has to. */
  #read<Value>(convert: (text: string) => Value): Promise<Value> | undefined {
    if (this.#successor || this.#isRead || !isUnchangedByEncoding(this.#text)) return undefined;
    this.#isRead = true;
    return new Promise((resolve) => resolve(convert(this.#text)));
  }

  /** Returns a response of the platform in the same state. */
  #takeOver(): Response {
    if (!this.#successor) {
      this.#successor = new Platform(this.#text, { status: this.#status, headers: this.#givenHeaders });
      if (this.#isRead) void this.#successor.text();
    }
    if (this.#headers) replaceHeaders(this.#successor.headers, this.#headers);
    return this.#successor;
  }
}

function replaceHeaders(headers: Headers, others: Headers): void {
  for (const name of [...headers.keys()]) headers.delete(name);
  for (const [name, value] of others) headers.append(name, value);
}

/** Returns whether a string survives encoding and decoding: it has neither a byte order mark nor lone surrogates. */
function isUnchangedByEncoding(text: string): boolean {
  return !text.startsWith('\uFEFF') && text.isWellFormed();
}
