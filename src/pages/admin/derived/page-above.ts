import { textFor } from "#pages/text/catalogue.ts";
import { derivedPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { findPage, type FoundPage } from "./addresses.ts";
import { type Field, fieldsOf } from "./fields.ts";
import { labelOf, readLabels } from "./labels.ts";
import { operationOf, readIfPossible } from "./load-operation.ts";
import { placeInLecture } from "./place-in-lecture.ts";
import { addressOfResource, adminResourceOf, nameOfMany, objectOfPage } from "./resources.ts";

/** The page above a form or a resource: what it belongs to, or the list. */
export interface Place {
  address: string;
  /** The name of that page. */
  back: string;
  /** The page above that page, if it is of a resource that has no list of its own. */
  above?: readonly [href: string, name: string] | undefined;
  /** The name of the resource that the form is about. */
  name: string | undefined;
}

/** Returns the nearest page at or above an address below `/admin`. */
export function pageAbove(path: string): FoundPage | undefined {
  for (let at = path; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    const page = findPage(at);
    if (page?.kind === "list" || page?.kind === "detail") return page;
  }
  return undefined;
}

/** Finds where a page belongs. */
export async function placeOf(pageRequest: AdminPageRequest, page: FoundPage): Promise<Place> {
  const { locale } = derivedPageOf(pageRequest, page.route.path);
  const inLecture = await placeInLecture(pageRequest, page);
  if (inLecture) return inLecture;
  const namedResource =
    page.kind === "detail" || page.kind === "delete" ? await readNamed(pageRequest, page) : undefined;
  const above = pageAbove(page.kind === "detail" || page.kind === "delete" ? parentOf(page.path) : page.path);
  if (above?.kind === "list") {
    const back = nameOfMany(adminResourceOf(objectOfPage(above)), locale);
    return { address: `/admin${above.path}`, back, name: namedResource?.name };
  }
  if (above) {
    const { name, owner } = await readNamed(pageRequest, above);
    const address = `/admin${above.path}`;
    return { address, back: name, above: owner && [owner.address, owner.back], name: namedResource?.name ?? name };
  }
  return {
    ...(namedResource?.owner ?? { address: "/admin", back: textFor(locale).admin.overview.title }),
    name: namedResource?.name,
  };
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));

interface Named {
  name: string;
  /** The resource that it belongs to, if it has no list of its own. */
  owner?: Pick<Place, "address" | "back"> | undefined;
}

async function readNamed(pageRequest: AdminPageRequest, { path }: FoundPage): Promise<Named> {
  const { context } = pageRequest;
  const page = findPage(path);
  const { locale } = derivedPageOf(pageRequest, path);
  if (page?.kind !== "detail") return { name: "" };
  const object = objectOfPage(page);
  const resource = adminResourceOf(object);
  const found = await readIfPossible(context, page, {}, page.params);
  // A singleton, such as the school's menu, has no name of its own.
  if (!found || page.route.object === undefined) return { name: nameOfMany(resource, locale) };
  const fields = fieldsOf((await operationOf(page)).output);
  const labels = await readLabels(context, fields.filter(isNaming(resource.label)), [found.wire], locale);
  const name = labelOf(object, found.wire, locale, labels);
  const hasList = pageAbove(parentOf(path))?.kind === "list";
  return { name, owner: hasList ? undefined : ownerOf(pageRequest, fields, found.wire, labels) };
}

const isNaming =
  (label: readonly string[]) =>
  ({ name, control }: Field): boolean =>
    label.includes(name) || (control.kind === "reference" && name !== "id");

function ownerOf(
  { context }: AdminPageRequest,
  fields: readonly Field[],
  wire: Readonly<Record<string, unknown>>,
  labels: ReadonlyMap<string, string>,
): Named["owner"] {
  for (const { name, control } of fields) {
    const id = wire[name];
    // A resource shows its files. It does not belong to them.
    if (control.kind !== "reference" || name === "id" || control.of === "file" || typeof id !== "string") continue;
    const address = addressOfResource(context.caller, control.of, id);
    if (address !== undefined) return { address, back: labels.get(id) ?? id };
  }
  return undefined;
}
