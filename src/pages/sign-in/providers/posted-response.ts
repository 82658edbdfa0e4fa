import { isRecord } from "#lib/json/is-record.ts";
import { isOneLine } from "#lib/text/one-line.ts";
import type { Form } from "#oauth/form.ts";
import { sealedTexts } from "../../forms/sealed-values.ts";
import type { PageRequest } from "../../responses/page-request.ts";

/** Longest accepted value. Codes of Apple have about 60 characters. */
const maxLength = 2000;
const maxName = 200;
const maxUser = 4000;

/** A name does not belong to a browser, because the form of a provider comes without its cookies. */
type Place = Pick<PageRequest, "context" | "csrfKey">;

const names = sealedTexts("posted name");

/**
 * Returns the query that continues a posted response (OAuth 2.0 Form Post Response Mode) as a GET: browsers omit
 * SameSite=Lax cookies from a POST of another site, but send them after a redirect. The name of the person is sealed,
 * so that no address in a log contains it. Returns undefined for a form that is no response.
 */
export function queryOfPosted(place: Place, form: Form): string | undefined {
  const [state, code, error] = ["state", "code", "error"].map((name) => form.get(name));
  if (state === undefined || [state, code, error].some((value) => (value?.length ?? 0) > maxLength)) return undefined;
  const name = nameIn(form.get("user"));
  return new URLSearchParams({
    state,
    ...(code !== undefined && { code }),
    ...(error !== undefined && { error }),
    ...(name !== undefined && { name: names.seal(place.csrfKey, [place.context.site.id, state], name) }),
  }).toString();
}

/** Returns the name in the query of a response. It comes from the browser: no one vouches for it. */
export function nameOfPosted(place: Place, query: string): string | undefined {
  const parameters = new URLSearchParams(query);
  const [state, sealed] = [parameters.get("state"), parameters.get("name")];
  if (state === null || sealed === null) return undefined;
  return names.open(place.csrfKey, [place.context.site.id, state], sealed);
}

/** Apple names the person in the first response only: `{"name":{"firstName":"Ana","lastName":"Lima"}}`. */
function nameIn(user: string | undefined): string | undefined {
  if (user === undefined || user.length > maxUser) return undefined;
  let read: unknown;
  try {
    read = JSON.parse(user);
  } catch {
    return undefined;
  }
  const parts = isRecord(read) && isRecord(read["name"]) ? read["name"] : {};
  const [first, last] = [parts["firstName"], parts["lastName"]].map((part) =>
    typeof part === "string" && isOneLine(part) ? part.trim() : "",
  );
  // Chinese, Japanese and Korean names begin with the family name, and have no space.
  const isFamilyFirst = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]+$/u.test(`${first}${last}`);
  const name = isFamilyFirst ? `${last}${first}` : [first, last].filter((part) => part !== "").join(" ");
  return name === "" || name.length > maxName ? undefined : name;
}
