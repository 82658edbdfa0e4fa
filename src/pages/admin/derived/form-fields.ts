import type { RequestContext } from "#domain/platform/context.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { toWire } from "#lib/wire/names.ts";
import { parametersOf } from "#operations/route.ts";
import { findPage, type FoundPage } from "./addresses.ts";
import { type Field, fieldsOf } from "./fields.ts";
import { operationOf, readIfPossible, readWire, type WireResult } from "./load-operation.ts";
import { adminResourceOf, mayOpenPage, objectOfPage, pageAt } from "./resources.ts";

/** The settings of the school, whose operation takes any group of them. */
const settingsPath = "/school/settings/:group";

/** Fields that control the response of the API. */
const ofTheApi: ReadonlySet<string> = new Set(["expand", "dry_run", "object"]);

/** The fields of the form of a write, without what its address says. */
export async function formFieldsOf(page: FoundPage): Promise<Field[]> {
  const { input } = await operationOf(page);
  if (page.route.path === settingsPath) return fieldsOfSettings(page);
  const inAddress = new Set(parametersOf(page.route.path).map(toWire));
  const { left: leftOut, first = [] } = adminResourceOf(objectOfPage(page));
  const excluded = new Set<string>(leftOut);
  // The view has a field of its own for a file.
  if (page.route.takes === "form") excluded.add("file");
  const rank = ({ name }: Field) => (first.includes(name) ? first.indexOf(name) : first.length);
  const fields = fieldsOf(input)
    .filter(({ name }) => !inAddress.has(name) && !excluded.has(name) && !ofTheApi.has(name))
    .toSorted((one, other) => rank(one) - rank(other));
  return page.kind === "edit" ? withWholeVariants(page, fields) : fields;
}

/**
 * A change accepts parts of a value, so its schema no longer says which parts belong together. The form for a new
 * resource does.
 */
async function withWholeVariants({ route }: FoundPage, fields: readonly Field[]): Promise<Field[]> {
  if (route.method !== "PATCH") return [...fields];
  const page = creationOf(route.path);
  if (!page) return [...fields];
  const createdFields = new Map(fieldsOf((await operationOf(page)).input).map((field) => [field.name, field]));
  return fields.map((field) => ({ ...field, control: createdFields.get(field.name)?.control ?? field.control }));
}

/** The form that creates the resource changed at this path, also below the resource that it belongs to. */
function creationOf(path: string) {
  const collection = path.slice(0, path.lastIndexOf("/"));
  const creationPage = pageAt(`${collection}/new`);
  if (creationPage) return creationPage;
  const nested = nestedCollections[collection];
  return nested === undefined ? undefined : pageAt(`${nested}/new`);
}

const nestedCollections: Readonly<Record<string, string>> = {
  "/course_plans": "/courses/:course/plans",
  "/sections": "/courses/:course/sections",
  "/lectures": "/sections/:sectionId/lectures",
  "/attachments": "/lectures/:lectureId/attachments",
  "/event_tickets": "/events/:event/tickets",
  "/membership_pricings": "/membership_plans/:plan/pricings",
};

async function fieldsOfSettings({ params }: FoundPage): Promise<Field[]> {
  const all = fieldsOf((await operationOf(settingsPage())).output);
  const control = all.find(({ name }) => name === params["group"])?.control;
  return control?.kind === "group" ? [...control.fields] : [];
}

function settingsPage() {
  const page = pageAt("/school/settings");
  if (!page) throw new Error("The settings of the school have no page.");
  return page;
}

/** Returns the names of the groups of settings. */
export async function settingsGroups(): Promise<string[]> {
  const all = fieldsOf((await operationOf(settingsPage())).output);
  return all.filter(({ control }) => control.kind === "group").map(({ name }) => name);
}

/** The input of a write: what the form says, with the parameters of the address. */
export const inputOf = ({ route, params }: FoundPage, wire: object): object =>
  route.path === settingsPath ? { group: params["group"], settings: wire } : wire;

/** Pointers of settings are below their group. */
export const pointerInForm = (pointer: string): string => pointer.replace(/^\/settings(?=\/)/, "");

/**
 * Reads what a form changes: the resource at its path, or the part with that name of the resource above it. Throws
 * `not_found` if that resource is missing.
 */
export async function readCurrent(context: RequestContext, page: FoundPage): Promise<WireResult> {
  const { path } = page.route;
  if (path === settingsPath) {
    const { wire, version } = await readWire(context, settingsPage(), {}, {});
    return { wire: asRecord(wire[page.params["group"] ?? ""]), version };
  }
  const resourcePage = pageAt(path);
  if (resourcePage?.kind === "detail") {
    if (page.route.method !== "PUT") return readWire(context, resourcePage, {}, page.params);
    const current = await readIfPossible(context, resourcePage, {}, page.params);
    if (current) return current;
    // A quiz that does not exist yet is made by this form, for a lecture that the caller can see.
    await requireAbove(context, page);
    return { wire: {}, version: undefined };
  }
  const above = findPage(page.path.slice(0, page.path.lastIndexOf("/")));
  if (above?.kind !== "detail") return { wire: {}, version: undefined };
  const { wire, version } = await readWire(context, above, {}, above.params);
  return { wire: { ...wire, ...asRecord(wire[path.slice(path.lastIndexOf("/") + 1)]) }, version };
}

/** Throws `not_found` if the resource that a form is about is missing. */
export async function requireAbove(context: RequestContext, { path }: FoundPage): Promise<void> {
  const above = findPage(path.slice(0, path.lastIndexOf("/")));
  if (above?.kind === "detail" && above.route.object !== undefined && mayOpenPage(context.caller, above)) {
    await readWire(context, above, {}, above.params);
  }
}

/** False if a form cannot show what it changes: no read has its fields, or there is nothing yet. */
export const showsCurrent = (fields: readonly Field[], wire: Readonly<Record<string, unknown>>): boolean =>
  fields.some(({ name }) => name in wire);
