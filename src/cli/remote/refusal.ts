import { isRecord } from "#lib/json/is-record.ts";
import { RemoteError } from "../terminal/errors.ts";
import { parseJson } from "#lib/json/parse-json.ts";

/**
 * Reports the error of a response: problem+json (RFC 9457), or the OAuth format. JSON output keeps its parts. `origin`:
 * the site that a sign-in is for.
 */
export function refusalOf(status: number, answer: string, origin?: string): RemoteError {
  const body = parseJson(answer);
  const read = (name: string) => (isRecord(body) && typeof body[name] === "string" ? body[name] : undefined);
  const code = read("code") ?? read("error") ?? "refused";
  const lines = isRecord(body) && Array.isArray(body["errors"]) ? body["errors"].filter(isRecord) : [];
  const errors = lines.map(({ pointer, code: kind, detail }) => ({
    pointer: String(pointer),
    code: String(kind),
    detail: String(detail),
  }));
  const whole = read("detail") ?? read("error_description") ?? "";
  const requestId = read("request_id");
  return new RemoteError(
    code,
    [`${status} ${code}${summaryOf(whole, errors)}`, ...errors.map(lineOf), ...stepUpIn(body, origin)].join("\n"),
    {
      status,
      detail: whole,
      ...(requestId !== undefined && { request_id: requestId }),
      ...(errors.length > 0 && { errors }),
    },
  );
}

/** The sign-in that the site requires for the request (RFC 9470). */
function stepUpIn(body: unknown, origin: string | undefined): string[] {
  if (!isRecord(body) || typeof body["acr_values"] !== "string" || origin === undefined) return [];
  const age = typeof body["max_age"] === "number" ? ` --max-age ${body["max_age"]}` : "";
  return [`Sign in again, then repeat the command: lectern login ${origin} --acr-values ${body["acr_values"]}${age}`];
}

/** Returns whether a response asks for another sign-in, which a refreshed token does not have. */
export const asksToSignIn = ({ headers }: Response): boolean =>
  (headers.get("www-authenticate") ?? "").includes('error="insufficient_user_authentication"');

/** The summary repeats the errors of single fields, which are listed below it. */
const summaryOf = (whole: string, errors: readonly { detail: string }[]): string =>
  whole === "" || (errors.length > 0 && errors.every(({ detail }) => whole.includes(detail))) ? "" : `: ${whole}`;

const lineOf = ({ pointer, detail }: { pointer: string; detail: string }): string => `  ${pointer}: ${detail}`;
