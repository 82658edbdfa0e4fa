import { html } from "hono/html";
import { newId } from "#domain/platform/ids.ts";
import { runDry } from "#domain/platform/dry-run.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { type FieldError, limit, Problem } from "#domain/platform/problem.ts";
import { findCurrencies } from "#domain/site/school/queries.ts";
import type { FormFields } from "#lib/form-fields.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { numberFormat } from "#lib/text/formats.ts";
import { fromWire } from "#lib/wire/names.ts";
import { textFor } from "../../text/catalogue.ts";
import {
  actionLabel,
  actionQuestion,
  fieldLabel,
  limitText,
  nameOfText,
  problemText,
} from "../../text/fields/texts.ts";
import type { FormPage } from "../../views/admin/derived/form-page.ts";
import { showValue } from "../../views/admin/derived/value.ts";
import { fillPlain } from "../../views/parts/markup.ts";
import { derivedPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { findPage, type FoundPage } from "./addresses.ts";
import { readChoices } from "./choices.ts";
import { dangerousActs } from "./dangerous-acts.ts";
import type { Field } from "./fields.ts";
import { formValuesOf } from "./fill-form.ts";
import type { FormValues } from "./form-values.ts";
import { showsCurrent } from "./form-fields.ts";
import { readLabels } from "./labels.ts";
import { decodedInput, operationOf, resultOf, type WireResult } from "./load-operation.ts";
import { endsPayments, paymentNotes } from "./payments-of-person.ts";
import { placeOf } from "./page-above.ts";
import { digestOf, type FormMode, type ReadForm, readForm } from "./read-form.ts";
import {
  actionNameOf,
  addressOfResource,
  adminResourceOf,
  mayOpenPage,
  nameOfOne,
  objectOfPage,
  textContextOf,
} from "./resources.ts";
import { shownText } from "./submitted.ts";

/** A form to show, first or after it was refused. */
export interface FormState {
  fields: readonly Field[];
  values: FormValues;
  /** Messages by form field. */
  problems: ReadonlyMap<string, string>;
  /** The resource that the form changes, if it was read. */
  current?: WireResult | undefined;
  /** The submitted form, whose hidden fields are kept. */
  form?: FormFields;
  refusal?: Problem;
  read?: ReadForm;
  /** Names of fields that another person has changed too. */
  now?: readonly string[];
}

export const modeOf = ({ route }: FoundPage): FormMode => (route.method === "PATCH" ? "patch" : "new");

/** Fields that few people need. */
const alwaysRare = ["external_id", "metadata"];

/** Describes a form for its view. */
export async function describeForm(
  pageRequest: AdminPageRequest,
  page: FoundPage,
  state: FormState,
): Promise<FormPage> {
  const { context, timeZone } = pageRequest;
  const adminPage = derivedPageOf(pageRequest, page.route.path);
  const { locale } = adminPage;
  const { fields, values, current } = state;
  const object = objectOfPage(page);
  const resource = adminResourceOf(object);
  const { derived: text } = textFor(locale).admin;
  const act = actOf(page);
  const isDangerous = dangerousActs.has(act);
  const place = await placeOf(pageRequest, page);
  const rehearsal =
    isDangerous && !fields.some(({ isRequired }) => isRequired) ? await dryRun(pageRequest, page) : undefined;
  const endsAll = endsPayments(page);
  const problems = problemsOf(textContextOf(page), state, locale);
  const singular = nameOfOne(resource, locale);
  const title =
    page.kind === "create"
      ? fillPlain(isAdded(page) ? text.addTo : text.new, { name: singular })
      : fillPlain(text.actOn, { act: labelOfAct(page, locale, act), name: place.name ?? singular });
  return {
    title,
    crumb: page.kind === "create" ? title : labelOfAct(page, locale, act),
    back: [place.address, place.back],
    above: place.above,
    action: `/admin${page.pattern === page.route.path ? page.path : page.path + page.pattern.slice(page.route.path.length)}`,
    fields: endsAll ? fields.filter(({ name }) => name !== "cancel_subscriptions") : fields,
    rare: new Set([...alwaysRare, ...(resource.rare ?? [])]),
    form: {
      texts: textContextOf(page),
      values,
      mode: modeOf(page),
      problems,
      choices: await readChoices(context, fields, current?.wire ?? {}, locale, Object.values(page.params)),
      currencies: await findCurrencies(context),
      currenciesAt: currenciesFor(pageRequest),
    },
    submit:
      page.kind === "create"
        ? isAdded(page)
          ? title
          : text.form.create
        : page.kind === "edit"
          ? text.form.save
          : labelOfAct(page, locale, act),
    isDangerous,
    question:
      actionQuestion(locale, actionNameOf(page, act)) ??
      (isDangerous ? text.form.confirm : replacesUnseen(fields, current) ? text.form.replaces : undefined),
    warnings: [...(await paymentNotes(pageRequest, page)), ...(rehearsal?.warnings ?? [])],
    refusal: rehearsal?.refusal ?? refusalOf(textContextOf(page), state, problems, locale),
    now: await valuesNow(pageRequest, page, state),
    hiddenFields: { ...hiddenFieldsOf(page, state, timeZone), ...(endsAll && { cancel_subscriptions: "on" }) },
    takesFile: page.route.takes === "form",
    preview: page.kind === "edit" && page.route.path === "/appearance" ? "appearance" : undefined,
    canSubmit: rehearsal?.refusal === undefined,
  };
}

/** The field of the form of the school to which its currencies belong. */
function currenciesFor({ context }: AdminPageRequest): string | undefined {
  const path = "/school/edit";
  const school = findPage(path);
  return school && mayOpenPage(context.caller, school) ? `/admin${path}#currencies` : undefined;
}

/** Some values can be replaced, but not read. */
const replacesUnseen = (fields: readonly Field[], current: WireResult | undefined): boolean =>
  current !== undefined && Object.keys(current.wire).length > 0 && !showsCurrent(fields, current.wire);

const isAdded = ({ route }: FoundPage): boolean => route.status === 200;

const actOf = ({ kind, route }: FoundPage): string => {
  if (kind === "delete" || kind === "edit") return kind;
  return route.path.slice(route.path.lastIndexOf("/") + 1);
};

const labelOfAct = (page: FoundPage, locale: Locale, act: string): string =>
  actionLabel(locale, actionNameOf(page, act)) ?? fieldLabel(locale, fromWire(act));

interface DryRun {
  warnings: readonly string[];
  refusal?: string;
}

/** Performs the operation with all its checks, and rolls it back. */
async function dryRun({ context }: AdminPageRequest, page: FoundPage): Promise<DryRun> {
  const operation = await operationOf(page);
  try {
    const ending = endsPayments(page) ? { cancelSubscriptions: true } : {};
    const output = await runDry(operation, context, {
      ...decodedInput(operation.input, {}),
      ...ending,
      ...page.params,
    });
    const { warnings } = resultOf(operation, output).wire;
    return { warnings: Array.isArray(warnings) ? warnings.map((one) => String(asRecord(one)["detail"] ?? one)) : [] };
  } catch (error) {
    if (error instanceof Problem && error.code !== "not_found") {
      return { warnings: [], refusal: error.message };
    }
    throw error;
  }
}

/** Places each error at the form field that its value came from. */
function problemsOf(texts: string, { problems, refusal, read, now = [] }: FormState, locale: Locale) {
  const placed = new Map(problems);
  for (const name of now) placed.set(name, textFor(locale).admin.derived.form.conflict);
  for (const error of refusal?.details.errors ?? []) {
    const name = fieldNear(error.pointer, read?.fieldAt);
    if (name === undefined || placed.has(name)) continue;
    const isEntry = read?.fieldAt.get(error.pointer) === undefined;
    const beyond = read?.converted.has(name) ? undefined : beyondLimit(error, { isEntry, locale });
    const code = read?.misread.get(name) ?? error.code;
    placed.set(name, beyond ?? problemText(locale, `${nameOfText(texts, name)}.${code}`) ?? error.detail);
  }
  return placed;
}

function beyondLimit(
  { code, [limit]: exceeded }: FieldError,
  { isEntry, locale }: { isEntry: boolean; locale: Locale },
): string | undefined {
  const text = exceeded && limitText(locale, code, exceeded, { isEntry });
  return text && fillPlain(text, { limit: numberFormat(locale, {}).format(exceeded.value) });
}

/** Returns the form field of a pointer, or of the value that contains it. */
function fieldNear(pointer: string, fieldAt: ReadonlyMap<string, string> | undefined): string | undefined {
  if (pointer === "/file") return "file";
  for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    const name = fieldAt?.get(at);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** Problems of which the message names the case, and what to do instead. */
const saysMore: ReadonlySet<string> = new Set([
  "invalid_state",
  "has_dependents",
  "not_publishable",
  "plan_in_use",
  "pricing_in_use",
  "coupon_redeemed",
]);

function refusalOf(texts: string, { refusal }: FormState, problems: ReadonlyMap<string, string>, locale: Locale) {
  if (refusal && (refusal.details.errors ?? []).length === 0) {
    // A message that names a field of the API is for programs.
    const isPlain = locale === "en" && !/[a-z]_[a-z]/.test(refusal.message);
    if (isPlain && saysMore.has(refusal.code)) return refusal.message;
    return problemText(locale, `${texts}.${refusal.code}`) ?? refusal.message;
  }
  if (problems.size > 0) return textFor(locale).admin.derived.form.problems;
  return refusal?.message;
}

/** The values that another person has saved meanwhile. */
async function valuesNow(
  pageRequest: AdminPageRequest,
  found: FoundPage,
  { now = [], fields, current }: FormState,
): Promise<FormPage["now"]> {
  if (now.length === 0 || !current) return [];
  const texts = textContextOf(found);
  const page = derivedPageOf(pageRequest, found.route.path);
  const labels = await readLabels(pageRequest.context, fields, [current.wire], page.locale);
  const addressOf = (kind: string, id: string) => addressOfResource(pageRequest.context.caller, kind, id);
  const { nothing } = textFor(page.locale).admin.derived.form;
  return fields
    .filter(({ name }) => now.includes(name))
    .map((field) => ({
      name: field.name,
      label: fieldLabel(page.locale, `${texts}.${fromWire(field.name)}`),
      value: showValue({ page, labels, addressOf, texts }, field, current.wire[field.name], true) ?? html`${nothing}`,
    }));
}

/** The version, the key of a single submission, and what the form shows. A form sent again keeps those. */
function hiddenFieldsOf(
  page: FoundPage,
  { fields, values, current, form, refusal }: FormState,
  timeZone: string,
): Record<string, string> {
  const kept = (name: string) => form?.find(([key]) => key === name)?.[1];
  // A person went back, changed the form and sent it again: to make another one, if they mean it.
  const isUsed = refusal?.code === "idempotency_key_reused";
  if (page.kind !== "edit") return { key: (isUsed ? undefined : kept("key")) ?? newId() };
  const version = current?.version === undefined ? kept("version") : String(current.version);
  const shown = kept("shown") ?? shownText(digestsOf(page, fields, current, values, timeZone));
  return { ...(version !== undefined && { version }), shown };
}

function digestsOf(
  page: FoundPage,
  fields: readonly Field[],
  current: WireResult | undefined,
  values: FormValues,
  timeZone: string,
) {
  const shown = current ? formValuesOf(fields, current.wire, timeZone) : values;
  const { wire } = readForm(fields, shown, timeZone, modeOf(page));
  return Object.fromEntries(Object.entries(wire).map(([name, value]) => [name, digestOf(value)]));
}
