import { secretNames } from "../admin/payments/credential-fields.ts";
import { hkdfSync } from "node:crypto";
import { latestSessionIds } from "#domain/people/sessions/queries.ts";
import { isCsrfToken } from "#http/csrf.ts";
import type { FormFields } from "#lib/form-fields.ts";
import { open, seal } from "#lib/secrets/sealed-box.ts";
import { passwordFields } from "../views/parts/fields.ts";
import type { PageRequest } from "../responses/page-request.ts";

/** A form that was submitted after its session had ended. The sign-in page carries it, encrypted. */
export interface UnsavedForm {
  /** Path and query that it was submitted to. */
  action: string;
  /** Its form token, which belongs to the ended session. */
  csrf: string;
  /** All other fields, without passwords. */
  fields: FormFields;
}

interface Sealed extends UnsavedForm {
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** Bytes of the JSON text: an assignment, a quiz or a form with long answers in any script. */
export const maxBytes = 96 * 1024;
const maxLength = Math.ceil(((maxBytes + 28) * 4) / 3);
const lifetime = 30 * 60_000;

/** Fields that a browser must not keep, also without a session. */
const omitted = new Set<string>(["csrf", ...passwordFields, ...secretNames]);

/** Returns undefined for a form that was not on a page behind sign-in, or that is too long. */
export function sealUnsavedForm(pageRequest: PageRequest, csrfKey: Buffer, fields: FormFields): string | undefined {
  const { request, context, browser } = pageRequest;
  const [, csrf] = fields.find(([name]) => name === "csrf") ?? [];
  if (csrf === undefined || csrf === "") return undefined;
  if (isCsrfToken(csrfKey, { browser, sessionId: undefined }, csrf)) return undefined;
  const form: Sealed = {
    action: request.url,
    csrf,
    fields: fields.filter(([name]) => !omitted.has(name)),
    expiresAt: context.now.getTime() + lifetime,
  };
  const plain = Buffer.from(JSON.stringify(form));
  if (plain.length > maxBytes) return undefined;
  return seal(keyOf(csrfKey), plain, bindingOf(pageRequest)).toString("base64url");
}

/** Returns undefined for an expired form, and for one of another browser or site. */
export function openUnsavedForm(
  pageRequest: Pick<PageRequest, "context" | "browser">,
  csrfKey: Buffer,
  sealed: string | undefined,
): UnsavedForm | undefined {
  if (sealed === undefined || sealed.length > maxLength) return undefined;
  const form = decrypt(Buffer.from(sealed, "base64url"), keyOf(csrfKey), bindingOf(pageRequest));
  return form && form.expiresAt > pageRequest.context.now.getTime() ? form : undefined;
}

/** True if the form was on a page of this member: its token belongs to one of the member's sessions in this browser. */
export async function isFormOf(
  { context, browser }: Pick<PageRequest, "context" | "browser">,
  csrfKey: Buffer,
  { form, memberId }: { form: UnsavedForm; memberId: string },
): Promise<boolean> {
  const ids = await latestSessionIds(context, memberId);
  return ids.some((sessionId) => isCsrfToken(csrfKey, { browser, sessionId }, form.csrf));
}

function decrypt(box: Buffer, key: Buffer, binding: string): Sealed | undefined {
  let plain: Buffer;
  try {
    plain = open(key, box, binding);
  } catch {
    return undefined;
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Only this file has the key of the box.
  return JSON.parse(plain.toString()) as Sealed;
}

/** A key of its own (RFC 5869). */
const keyOf = (csrfKey: Buffer): Buffer => Buffer.from(hkdfSync("sha256", csrfKey, "", "lectern unsaved form", 32));

const bindingOf = ({ context, browser }: Pick<PageRequest, "context" | "browser">): string =>
  `unsaved form\n${context.site.id}\n${browser}`;
