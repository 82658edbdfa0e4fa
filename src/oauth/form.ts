import { type FormFields, parseFormFields } from "#lib/form-fields.ts";
import { invalidRequest } from "./error.ts";

/** The parameters of a request: one non-empty value per name. */
export type Parameters = ReadonlyMap<string, string>;

interface Decoded {
  parameters: Parameters;
  /** Names that occurred more than once; `parameters` has their first value. */
  repeated: ReadonlySet<string>;
  /** Every value of the one parameter that may be repeated (RFC 8707 §2). */
  resources: readonly string[];
}

/** Reads the fields of a form. Empty values count as omitted (RFC 6749 §3.1, §3.2). */
export function decodeForm(form: string | FormFields): Decoded {
  const parameters = new Map<string, string>();
  const repeated = new Set<string>();
  const resources: string[] = [];
  for (const [name, value] of typeof form === "string" ? parseFormFields(form) : form) {
    if (value === "") continue;
    if (name === "resource") resources.push(value);
    else if (parameters.has(name)) repeated.add(name);
    else parameters.set(name, value);
  }
  return { parameters, repeated, resources };
}

/**
 * Returns the first non-empty value of a parameter, percent-encoded byte by byte. Preserves the octets even if they
 * are not text.
 */
export function octetsOf(encoded: string, name: string): string {
  const pair = encoded.split("&").find((part) => part.startsWith(`${name}=`) && part !== `${name}=`) ?? "";
  const octets = Buffer.from(pair.slice(name.length + 1)).toString("latin1");
  return octets.replaceAll("+", "%20").replace(/%(?![\da-f]{2})|[^\w.~%-]/gi, percentEncode);
}

const percentEncode = (byte: string) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;

/** PostgreSQL text cannot contain U+0000, and no parameter needs it. */
export function requireText(name: string, value: string): void {
  if (value.includes("\0")) throw invalidRequest(`The parameter ${name} contains a zero byte.`);
}

/** A request to a machine endpoint. Repeated parameters are an error, unknown ones are ignored. */
export class Form {
  readonly resources: readonly string[];
  readonly #parameters: Parameters;

  constructor(form: string | FormFields) {
    const { parameters, repeated, resources } = decodeForm(form);
    const [first] = repeated;
    if (first !== undefined) throw invalidRequest(`The parameter ${first} occurs more than once. Send it once.`);
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
