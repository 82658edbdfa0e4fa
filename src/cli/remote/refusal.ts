import { isRecord } from "#lib/json/is-record.ts";
import { RemoteError } from "../terminal/errors.ts";

/** Reports the error of a response: problem+json (RFC 9457), or the OAuth format. */
export function refusalOf(status: number, answer: string): RemoteError {
  const body = parseJson(answer);
  const read = (name: string) => (isRecord(body) && typeof body[name] === "string" ? body[name] : undefined);
  const code = read("code") ?? read("error") ?? "refused";
  const lines = isRecord(body) && Array.isArray(body["errors"]) ? body["errors"].filter(isRecord) : [];
  const details = lines.map(({ pointer, detail }) => `\n  ${String(pointer)}: ${String(detail)}`).join("");
  return new RemoteError(code, `${status} ${code}: ${read("detail") ?? read("error_description") ?? ""}${details}`);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
