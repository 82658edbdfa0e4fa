import { AssertionError } from "node:assert";
import type { LightMyRequestResponse } from "fastify";

const maxLength = 160;

/** Asserts the status of a response. A failure names the request, both statuses and the cause in one line. */
export function assertStatus(response: LightMyRequestResponse, expected: number): void {
  if (response.statusCode !== expected) fail(response, expected, assertStatus);
}

/** Asserts a status of 200 to 299. */
export function assertOk(response: LightMyRequestResponse): void {
  if (response.statusCode >= 300) fail(response, "2xx", assertOk);
}

type Assertion = (response: LightMyRequestResponse, expected: number) => void;

function fail(response: LightMyRequestResponse, expected: number | string, stackStartFn: Assertion): never {
  const { statusCode: actual, body } = response;
  const { method = "", url = "" } = response.raw.req;
  const cause = describeFailure(body);
  const message = `${method} ${cut(url)}: expected ${expected}, found ${actual}${cause && ` ${cause}`}`;
  throw new AssertionError({ message, actual, expected, operator: "status", stackStartFn });
}

/**
 * Returns the error of a response as one short line: `validation_failed /name must be a string` of a problem, the
 * error of the token endpoint or of GraphQL, the title of a page, or the start of another body.
 */
export function describeFailure(body: string): string {
  const parts = errorParts(body).filter((part) => part !== undefined);
  const title = /<title>([^<]*)</.exec(body)?.[1];
  return cut((parts.length > 0 ? parts.join(" ") : (title ?? body)).replaceAll(/\s+/g, " ").trim());
}

interface ErrorBody {
  code?: string;
  detail?: string;
  error?: string | ErrorBody;
  error_description?: string;
  message?: string;
  pointer?: string;
  extensions?: ErrorBody;
  errors?: ErrorBody[];
}

function errorParts(body: string): (string | undefined)[] {
  const parsed = parse(body);
  if (!parsed) return [];
  const nested = typeof parsed.error === "object" ? parsed.error : undefined;
  const { code, detail, error_description, message, errors } = { ...parsed, ...nested };
  const [first] = errors ?? [];
  return [
    typeof parsed.error === "string" ? parsed.error : undefined,
    code ?? first?.extensions?.code,
    first?.pointer,
    first?.detail ?? first?.message ?? detail ?? error_description ?? message,
  ];
}

function parse(body: string): ErrorBody | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === "object" && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
}

const cut = (text: string): string => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);
