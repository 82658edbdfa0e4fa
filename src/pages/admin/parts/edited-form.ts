import type { FormFields } from "#lib/form-fields.ts";
import type { Form } from "#oauth/form.ts";
import { sendOwnRequest } from "../../forms/own-request.ts";
import { formOf, readForm } from "../../responses/page-request.ts";
import { forwardPage, sendStaleForm } from "../../forms/stale-form.ts";
import { fieldsOf } from "../../forms/submitted-fields.ts";
import { collisionList, collisionOf } from "../../views/admin/parts/collisions.ts";
import { formsIn, hiddenFieldsIn, type RenderedForm, valuesIn } from "../../views/parts/parse-form.ts";
import { fillFormOf, localeOf } from "../../views/parts/refill-form.ts";
import { shownIn } from "../derived/submitted.ts";
import type { AdminPageRequest } from "./page-request.ts";
import { isSameForm, mergeForm, shownValuesOf } from "./shown-values.ts";

/** A form that changes stored values. */
export interface EditedForm {
  /** The values to store: those of the person where they changed something, else those that are stored now. */
  form: Form;
  /** True if the person changed one of these fields. Only those are saved. */
  isChanged: (...names: readonly string[]) => boolean;
}

interface Options {
  /** Fields of a multipart form. */
  fields?: FormFields;
  /** True for a form that is about a version of something else: its own version stays as submitted. */
  keepsVersion?: boolean;
}

/**
 * Reads a form that changes stored values and is shown by the page at `address`. What another person has saved since
 * the page was shown is kept: fields that this person did not change follow it. If both changed the same field, or the
 * form has expired, sends the page again with the submitted values and returns undefined.
 */
export async function editedForm(
  pageRequest: AdminPageRequest,
  address: string,
  { fields = fieldsOf(pageRequest.request), keepsVersion = false }: Options = {},
): Promise<EditedForm | undefined> {
  const { request, reply } = pageRequest;
  const form = formOf(pageRequest, fields);
  if (!form) {
    await sendStaleForm(pageRequest, address, fields);
    return undefined;
  }
  // As a prefetch, the page does not count as opened.
  const page = await sendOwnRequest(request, { url: address, headers: { "sec-purpose": "prefetch" } });
  const current = page.statusCode === 200 ? currentForm(page.body, request.url, fields) : undefined;
  if (!current) return { form, isChanged: () => true };
  const now = valuesIn(current.inner);
  const declared = shownIn(fields);
  // A form from elsewhere does not say what it showed.
  const shown = Object.keys(declared).length === 0 ? shownIn([["shown", shownValuesOf(now)]]) : declared;
  const { fields: merged, changed, collisions } = mergeForm(fields, shown, current.inner);
  if (collisions.length > 0) {
    const typed = new Map(fields);
    const locale = localeOf(page.body);
    const described = collisions.map((name) =>
      collisionOf(locale, current.inner, name, { now: now.get(name) ?? "", yours: typed.get(name) ?? "" }),
    );
    const alert = collisionList(locale, described);
    forwardPage(page, reply, fillFormOf(page.body, current, merged, alert), 409);
    return undefined;
  }
  // If the operation refuses the values, the form is shown again with the stored values.
  request.shownValues = shownValuesOf(now);
  const version = keepsVersion ? undefined : hiddenFieldsIn(current.inner).get("version");
  const rest = version === undefined ? merged : merged.filter(([name]) => name !== "version");
  return {
    form: readForm(version === undefined ? rest : [...rest, ["version", version]]),
    isChanged: (...names) => names.some((name) => changed.has(name)),
  };
}

const currentForm = (page: string, action: string, fields: FormFields): RenderedForm | undefined =>
  formsIn(page).find((form) => isSameForm(form, action, fields));
