import { invalidRequest } from "./error.ts";

/** The parameters of a request: one value a name, none of them empty. */
export type Parameters = ReadonlyMap<string, string>;

interface Decoded {
  parameters: Parameters;
  /** Names that came more than once; their first value stands in `parameters`. */
  repeated: ReadonlySet<string>;
  /** Every value of the one parameter that may be repeated (RFC 8707 §2). */
  resources: readonly string[];
}

/** application/x-www-form-urlencoded. RFC 6749 §3.1 and §3.2: empty counts as left out. */
export function decodeForm(encoded: string): Decoded {
  const parameters = new Map<string, string>();
  const repeated = new Set<string>();
  const resources: string[] = [];
  for (const [name, value] of new URLSearchParams(encoded)) {
    if (value === "") continue;
    if (name === "resource") resources.push(value);
    else if (parameters.has(name)) repeated.add(name);
    else parameters.set(name, value);
  }
  return { parameters, repeated, resources };
}

/** The first value of a parameter that is not empty, percent-encoded byte by byte: the same octets, whether or not they are text. */
export function octetsOf(encoded: string, name: string): string {
  const pair = encoded.split("&").find((part) => part.startsWith(`${name}=`) && part !== `${name}=`) ?? "";
  const octets = Buffer.from(pair.slice(name.length + 1)).toString("latin1");
  return octets.replaceAll("+", "%20").replace(/%(?![\da-f]{2})|[^\w.~%-]/gi, percentEncode);
}

const percentEncode = (byte: string) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;

/** PostgreSQL has no text with U+0000, and no parameter has a use for it. */
export function requireText(name: string, value: string): void {
  if (value.includes("\0")) throw invalidRequest(`The parameter ${name} holds a zero byte.`);
}

/** A request to one of the machine endpoints: a repeated parameter is an error, an unknown one is ignored. */
export class Form {
  readonly resources: readonly string[];
  readonly #parameters: Parameters;

  constructor(encoded: string) {
    const { parameters, repeated, resources } = decodeForm(encoded);
    const [first] = repeated;
    if (first !== undefined) throw invalidRequest(`The parameter ${first} is given more than once. Send it once.`);
    for (const [name, value] of parameters) requireText(name, value);
    this.#parameters = parameters;
    this.resources = resources;
  }

  get(name: string): string | undefined {
    return this.#parameters.get(name);
  }

  require(name: string): string {
    const value = this.get(name);
    if (value === undefined) throw invalidRequest(`The parameter ${name} is missing.`);
    return value;
  }
}
