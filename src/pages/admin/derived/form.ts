import type { FastifyReply } from "fastify";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { withPointers } from "#domain/platform/input/refused-input.ts";
import type { FormFields } from "#lib/form-fields.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { wirePointer } from "#lib/wire/pointer.ts";
import { sendPage } from "../../responses/send.ts";
import { problemText } from "../../text/fields/texts.ts";
import { markDraftSaved } from "../../islands/saved-drafts.ts";
import { derivedForm, type FormPage } from "../../views/admin/derived/form-page.ts";
import { renderRows } from "../../views/admin/derived/widgets.ts";
import { derivedPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { keyIn, performFormOnce } from "../parts/perform-once.ts";
import type { FoundPage } from "./addresses.ts";
import type { Field } from "./fields.ts";
import type { FormValues } from "./form-values.ts";
import type { HandMadeForm } from "./hand-made-form.ts";
import { formValuesOf } from "./fill-form.ts";
import { formFieldsOf, inputOf, pointerInForm, readCurrent, requireAbove, showsCurrent } from "./form-fields.ts";
import { describeForm, type FormState, modeOf } from "./form-view.ts";
import { decodedInput, operationOf, resultOf, type WireResult } from "./load-operation.ts";
import { resolveNames } from "./choices.ts";
import { placeOf } from "./page-above.ts";
import { digestOf, readForm } from "./read-form.ts";
import { addressAfter } from "./after-write.ts";
import { withDefaultZone } from "./default-zone.ts";
import { shownIn, submittedValues } from "./submitted.ts";

/** GET of a form. `query` fills fields of a form for a new resource. */
export async function showForm(
  pageRequest: AdminPageRequest,
  page: FoundPage,
  query: Readonly<Record<string, unknown>>,
  own?: HandMadeForm,
): Promise<FastifyReply> {
  const fields = await formFieldsOf(page);
  const current = page.kind === "edit" ? await readCurrent(pageRequest.context, page) : undefined;
  if (page.kind === "create" || page.kind === "act") await requireAbove(pageRequest.context, page);
  const values = formValuesOf(fields, current?.wire ?? prefilled(pageRequest, fields, query), pageRequest.timeZone);
  return sendForm(pageRequest, page, { fields, values, current, problems: new Map() }, own);
}

/** Shows a form again that was submitted, but not to be saved. Its values are those that `change` returns. */
export async function showSubmitted(
  pageRequest: AdminPageRequest,
  page: FoundPage,
  form: FormFields,
  own: HandMadeForm & { change: (values: FormValues) => FormValues; status: number },
): Promise<FastifyReply> {
  const values = own.change(submittedValues(form));
  const state = { fields: await formFieldsOf(page), values, problems: new Map(), form, status: own.status };
  return sendForm(pageRequest, page, state, own);
}

/** Relations can be filled by the page that led here: `?course_id=crs_…`. Most events are in the zone of the school. */
function prefilled(
  { timeZone }: AdminPageRequest,
  fields: readonly Field[],
  query: Readonly<Record<string, unknown>>,
): object {
  const relations = fields.filter(({ control }) => control.kind === "reference" || control.kind === "references");
  const needsZone = fields.some(({ name, isRequired }) => name === "time_zone" && isRequired);
  return Object.fromEntries([
    ...(needsZone ? [["time_zone", timeZone] as const] : []),
    ...relations.flatMap(({ name, control }) => {
      const value = query[name];
      if (typeof value !== "string" || value.length > 200) return [];
      return [[name, control.kind === "references" ? [value] : value] as const];
    }),
  ]);
}

/** Shows a form, also after it was refused. `described`: its description, where it was made before. */
export async function sendForm(
  pageRequest: AdminPageRequest,
  page: FoundPage,
  state: FormState & { status?: number },
  own: HandMadeForm & { described?: FormPage } = {},
): Promise<FastifyReply> {
  const view = own.described ?? (await describeForm(pageRequest, page, state));
  const isRefused = state.refusal !== undefined || state.problems.size > 0 || (state.now?.length ?? 0) > 0;
  const adminPage = derivedPageOf(pageRequest, page.route.path);
  const form = { ...view.form, rows: await renderRows({ ...view.form, page: adminPage }, view.fields) };
  const text = own.view ? await own.view(adminPage, { ...view, form }) : derivedForm(adminPage, { ...view, form });
  return sendPage(pageRequest.reply, text, {
    status: state.status ?? (isRefused ? 422 : 200),
    content: [
      ...(view.preview === undefined ? [] : ["frame-src 'self'"]),
      // A browser reads the length of an uploaded video, and plays it.
      ...(view.fields.some(({ name }) => name === "video") ? ["media-src 'self'"] : []),
    ],
  });
}

/** POST of a form. `extra`: parts of the input that are no text, such as a file. */
export async function submitForm(
  pageRequest: AdminPageRequest,
  page: FoundPage,
  form: FormFields,
  extra: object = {},
  own: HandMadeForm = {},
): Promise<FastifyReply> {
  const { context, timeZone, reply } = pageRequest;
  const send = (state: FormState) => sendForm(pageRequest, page, state, own);
  const fields = await formFieldsOf(page);
  const typed = withDefaultZone(fields, submittedValues(form), timeZone);
  const adminPage = derivedPageOf(pageRequest, page.route.path);
  const resolved = await resolveNames(context, fields, typed, adminPage.locale, Object.values(page.params));
  const { values } = resolved;
  const problems = new Map([...resolved.problems, ...((await own.check?.(values)) ?? [])]);
  if (problems.size > 0) return send({ fields, values, problems, form });
  const read = readForm(fields, own.stored?.(values) ?? values, timeZone, modeOf(page));
  if (read.refused.size > 0) {
    const refused = [...read.refused].map(
      ([name, code]) => [name, problemText(adminPage.locale, code) ?? code] as const,
    );
    return send({ fields, values, problems: new Map(refused), form });
  }
  const shown = shownOf(fields, form);
  const differing = page.kind === "edit" ? changedOf(read.wire, shown) : read.wire;
  const isEmptied = Object.keys(shown).some((name) => !(name in read.wire));
  if (
    page.kind === "edit" &&
    !isEmptied &&
    Object.keys(differing).length === 0 &&
    (await isShown(context, page, fields))
  ) {
    markDraftSaved(pageRequest, form);
    return reply.redirect((await own.after?.("unchanged")) ?? addressAfter(context, page, undefined, "unchanged"), 303);
  }
  // A PUT replaces everything.
  const changed = page.route.method === "PATCH" ? differing : read.wire;
  // After a deletion, nothing says what it belonged to.
  const place = page.kind === "delete" ? await placeOf(pageRequest, page) : undefined;
  try {
    const { result, isMerged } = await write(context, page, { fields, wire: { ...changed, ...extra }, form, timeZone });
    const isPublished = page.kind === "edit" && differing["status"] === "published";
    const notice = isMerged ? "merged" : isPublished ? "published" : undefined;
    const next = place
      ? `${place.address}?done=deleted`
      : ((await own.after?.(notice ?? "saved", { wire: result.wire, values })) ??
        addressAfter(context, page, result, notice));
    markDraftSaved(pageRequest, form);
    return await reply.redirect(next, 303);
  } catch (error) {
    if (error instanceof Conflict) {
      return send({ fields, values, problems: new Map(), current: error.current, now: error.names });
    }
    if (!(error instanceof Problem)) throw error;
    const { input } = await operationOf(page);
    const onTheWire = withPointers(error, (pointer) => pointerInForm(wirePointer(input, pointer)));
    return send({ fields, values, problems: new Map(), form, refusal: onTheWire, read });
  }
}

/** The form of a PUT creates a missing resource, and replaces fields that no read shows, even if no field has changed. */
const isShown = async (context: RequestContext, page: FoundPage, fields: readonly Field[]): Promise<boolean> =>
  page.route.method === "PATCH" || showsCurrent(fields, (await readCurrent(context, page)).wire);

/** The digests of the fields of this form. A browser can send other names, such as `constructor`. */
function shownOf(fields: readonly Field[], form: FormFields): Readonly<Record<string, string>> {
  const names = new Set(fields.map(({ name }) => name));
  return Object.fromEntries(Object.entries(shownIn(form)).filter(([name]) => names.has(name)));
}

/** Returns the fields that differ from what the form showed. */
const changedOf = (wire: Readonly<Record<string, unknown>>, shown: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(wire).filter(([name, value]) => shown[name] !== digestOf(value)));

/** Both changed the same fields. */
class Conflict extends Error {
  readonly current: WireResult;
  readonly names: readonly string[];

  constructor(current: WireResult, names: readonly string[]) {
    super("Another person changed the same fields.");
    this.current = current;
    this.names = names;
  }
}

interface Write {
  fields: readonly Field[];
  wire: Readonly<Record<string, unknown>>;
  form: FormFields;
  timeZone: string;
}

/** Attempts beside changes of others that do not concern the same fields. */
const maxAttempts = 3;

/**
 * Performs the write once. A change is compared with what the form showed, also if the operation does not check the
 * version: what others have changed since is kept, and what both have changed is a conflict.
 */
async function write(context: RequestContext, page: FoundPage, input: Write) {
  const version = numberIn(input.form, "version");
  if (page.kind !== "edit") {
    const contextAtVersion = version === undefined ? context : { ...context, ifMatch: [version] };
    return { result: await performPage(contextAtVersion, page, input.wire, input.form), isMerged: false };
  }
  for (let attempt = 1; ; attempt++) {
    const current = await readCurrent(context, page);
    const wire = mergeWire(page, input, current);
    const contextAtVersion = current.version === undefined ? context : { ...context, ifMatch: [current.version] };
    try {
      const isMerged = version !== undefined && version !== current.version;
      return { result: await performPage(contextAtVersion, page, wire, input.form), isMerged };
    } catch (error) {
      const isOutdated = error instanceof Problem && error.code === "etag_mismatch";
      if (!isOutdated || attempt === maxAttempts) throw error;
    }
  }
}

/** Returns what to write. Throws a conflict if both changed a field to different values. */
function mergeWire(page: FoundPage, { fields, wire, form, timeZone }: Write, current: WireResult) {
  const shown = shownOf(fields, form);
  const now = readForm(fields, formValuesOf(fields, current.wire, timeZone), timeZone, modeOf(page)).wire;
  const isDeclared = Object.keys(shown).length > 0;
  // An empty field has no digest in the form for a PUT.
  const shownAs = (name: string) => shown[name] ?? (isDeclared ? digestOf(undefined) : undefined);
  const isMine = (name: string) => shownAs(name) !== digestOf(wire[name]);
  const isWhole = page.route.method !== "PATCH";
  const names = [...new Set([...Object.keys(wire), ...(isWhole ? Object.keys(shown) : [])])].filter((name) => {
    const stored = digestOf(now[name]);
    return isMine(name) && stored !== shownAs(name) && stored !== digestOf(wire[name]);
  });
  // A form from elsewhere does not say what it showed.
  if (names.length > 0 && isDeclared) throw new Conflict(current, names);
  // A PUT replaces everything: unchanged fields follow the stored values.
  if (!isWhole) return wire;
  const theirs = Object.entries(now).filter(([name]) => name in current.wire && !isMine(name));
  return { ...wire, ...Object.fromEntries(theirs) };
}

const numberIn = (form: FormFields, name: string): number | undefined => {
  const [, text = ""] = form.find(([key]) => key === name) ?? [];
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
};

/** Performs the operation; a form for a new resource or an action at most once, however often it is submitted. */
async function performPage(
  context: RequestContext,
  page: FoundPage,
  wire: object,
  form: FormFields,
): Promise<WireResult> {
  const operation = await operationOf(page);
  const input = { ...decodedInput(operation.input, inputOf(page, wire)), ...page.params };
  if (page.kind === "edit" || page.kind === "delete") {
    return resultOf(operation, await perform(operation, context, input));
  }
  const answered = await performFormOnce(operation, context, input, {
    key: keyIn(form),
    request: [page.path, wire],
    answer: (output) => ({ status: 200, body: resultOf(operation, output).wire }),
  });
  return { wire: asRecord(answered.body), version: undefined };
}
