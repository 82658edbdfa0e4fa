import { isRecord } from "#lib/json/is-record.ts";
import { RemoteError } from "../terminal/errors.ts";

/** Reports the error of a response: problem+json (RFC 9457), or the OAuth format. JSON output keeps its parts. */
export function refusalOf(status: number, answer: string): RemoteError {
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
  return new RemoteError(code, [`${status} ${code}${summaryOf(whole, errors)}`, ...errors.map(lineOf)].join("\n"), {
    status,
    detail: whole,
    ...(requestId !== undefined && { request_id: requestId }),
    ...(errors.length > 0 && { errors }),
  });
}

/** The summary repeats the errors of single fields, which are listed below it. */
const summaryOf = (whole: string, errors: readonly { detail: string }[]): string =>
  whole === "" || (errors.length > 0 && errors.every(({ detail }) => whole.includes(detail))) ? "" : `: ${whole}`;

const lineOf = ({ pointer, detail }: { pointer: string; detail: string }): string => `  ${pointer}: ${detail}`;

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
