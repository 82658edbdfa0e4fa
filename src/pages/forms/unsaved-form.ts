import { secretNames } from "../admin/payments/credential-fields.ts";
import { latestSessionIds } from "#domain/people/sessions/queries.ts";
import { isCsrfToken } from "#http/csrf.ts";
import type { FormFields } from "#lib/form-fields.ts";
import { passwordFields } from "../views/parts/fields.ts";
import type { PageRequest } from "../responses/page-request.ts";
import { type Holder, ofBrowser, sealedTexts } from "./sealed-values.ts";

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

const forms = sealedTexts("unsaved form");

/** Fields that a browser must not keep, also without a session. */
const omitted = new Set<string>(["csrf", ...passwordFields, ...secretNames]);

/** Returns undefined for a form that was not on a page behind sign-in, or that is too long. */
export function sealUnsavedForm(pageRequest: PageRequest, fields: FormFields): string | undefined {
  const { request, context, browser, csrfKey } = pageRequest;
  const [, csrf] = fields.find(([name]) => name === "csrf") ?? [];
  if (csrf === undefined || csrf === "") return undefined;
  if (isCsrfToken(csrfKey, { browser, sessionId: undefined }, csrf)) return undefined;
  const form: Sealed = {
    action: request.url,
    csrf,
    fields: fields.filter(([name]) => !omitted.has(name)),
    expiresAt: context.now.getTime() + lifetime,
  };
  const text = JSON.stringify(form);
  return Buffer.byteLength(text) > maxBytes ? undefined : forms.seal(csrfKey, ofBrowser(pageRequest), text);
}

/** Returns undefined for an expired form, and for one of another browser or site. */
export function openUnsavedForm(holder: Holder, sealed: string | undefined): UnsavedForm | undefined {
  if (sealed === undefined || sealed.length > maxLength) return undefined;
  const text = forms.open(holder.csrfKey, ofBrowser(holder), sealed);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Only this file has the key of the text.
  const form = text === undefined ? undefined : (JSON.parse(text) as Sealed);
  return form && form.expiresAt > holder.context.now.getTime() ? form : undefined;
}

/** True if the form was on a page of this member: its token belongs to one of the member's sessions in this browser. */
export async function isFormOf(
  { context, browser, csrfKey }: Holder,
  { form, memberId }: { form: UnsavedForm; memberId: string },
): Promise<boolean> {
  const ids = await latestSessionIds(context, memberId);
  return ids.some((sessionId) => isCsrfToken(csrfKey, { browser, sessionId }, form.csrf));
}
