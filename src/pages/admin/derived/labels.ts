import type { RequestContext } from "#domain/platform/context.ts";
import { type IdKind, kindOfId } from "#domain/platform/ids.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { fromWire, toWire } from "#lib/wire/names.ts";
import { valueLabel } from "../../text/fields/texts.ts";
import type { Control, Field } from "./fields.ts";
import { itemsOf, readIfPossible } from "./load-operation.ts";
import { adminResourceOf, detailOfObject, listOfKind, mayOpenPage } from "./resources.ts";

/** Names of resources by their ID on the wire. */
export type Labels = ReadonlyMap<string, string>;

const maxPageSize = 200;

/** Some labels are texts of comments. */
const maxLabelLength = 80;

/** Reads the names of the resources that values refer to: one list by IDs for each kind. */
export async function readLabels(
  context: RequestContext,
  fields: readonly Field[],
  items: readonly object[],
  locale: Locale,
): Promise<Labels> {
  const idsByKind = new Map<IdKind, Set<string>>();
  for (const item of items) collect({ kind: "group", fields }, item, idsByKind);
  const read = await Promise.all(
    [...idsByKind].map(async ([kind, ids]) => labelsOfKind(context, kind, [...ids].slice(0, maxPageSize), locale)),
  );
  return new Map(read.flat());
}

function collect(control: Control, value: unknown, idsByKind: Map<IdKind, Set<string>>): void {
  if (value === null || value === undefined) return;
  if (control.kind === "reference") {
    const kind = control.among === undefined || typeof value !== "string" ? control.of : kindOfId(value);
    if (kind !== undefined) add(kind, [value], idsByKind);
  }
  if (control.kind === "references") add(control.of, Array.isArray(value) ? value : [], idsByKind);
  else if (control.kind === "rows" && Array.isArray(value)) {
    for (const row of value) collect(control.element, row, idsByKind);
  } else if (control.kind === "group" || control.kind === "variants") {
    const record = asRecord(value);
    const parts =
      control.kind === "group" ? control.fields : (control.options.get(String(record[control.discriminator])) ?? []);
    for (const { name, control: part } of parts) if (name !== "id") collect(part, record[name], idsByKind);
  }
}

function add(kind: IdKind, ids: readonly unknown[], idsByKind: Map<IdKind, Set<string>>): void {
  const idsOfKind = idsByKind.get(kind) ?? new Set();
  idsByKind.set(kind, idsOfKind);
  for (const id of ids) if (typeof id === "string") idsOfKind.add(id);
}

/** Reads the names of resources by their IDs on the wire: one list for each kind. */
export const namesById = (context: RequestContext, ids: readonly string[], locale: Locale): Promise<Labels> =>
  readByKind(ids, async (kind, own) => labelsOfKind(context, kind, own, locale));

async function readByKind(
  ids: readonly string[],
  read: (kind: IdKind, ids: readonly string[]) => Promise<[string, string][]>,
): Promise<Labels> {
  const labelsOfKinds = [...Map.groupBy(new Set(ids), kindOfId)].map(async ([kind, own]) =>
    kind === undefined ? [] : read(kind, own.slice(0, maxPageSize)),
  );
  return new Map((await Promise.all(labelsOfKinds)).flat());
}

async function labelsOfKind(
  context: RequestContext,
  kind: IdKind,
  ids: readonly string[],
  locale: Locale,
): Promise<[string, string][]> {
  return nameItems(context, toWire(kind), await itemsById(context, kind, ids), locale);
}

async function itemsById(context: RequestContext, kind: IdKind, ids: readonly string[]) {
  const list = listOfKind(kind);
  if (!list) return itemsOneByOne(context, kind, ids);
  if (ids.length === 0 || !mayOpenPage(context.caller, list)) return [];
  const found = await readIfPossible(context, list, { ids, limit: maxPageSize });
  return found ? itemsOf(found) : [];
}

/** Reads of one resource each, for kinds that have no list of all, such as lectures. */
const maxReads = 30;

async function itemsOneByOne(context: RequestContext, kind: IdKind, ids: readonly string[]) {
  const detail = detailOfObject(context.caller, toWire(kind));
  const [, parameter] = /^\/\w+\/:(\w+)$/.exec(detail?.pattern ?? "") ?? [];
  if (!detail || parameter === undefined) return [];
  const read = ids.slice(0, maxReads).map(async (id) => readIfPossible(context, detail, {}, { [parameter]: id }));
  return (await Promise.all(read)).flatMap((found) => (found ? [found.wire] : []));
}

/**
 * Returns resources with their names. Those that another resource names have the names of all that they connect: an
 * enrollment has that of its student and of its course.
 */
export async function nameItems(
  context: RequestContext,
  object: string,
  items: readonly Record<string, unknown>[],
  locale: Locale,
): Promise<[id: string, name: string][]> {
  const { label, facts } = adminResourceOf(object);
  const isConnected = items.some((item) => idsIn(item, label).length > 0);
  const ids = isConnected ? items.flatMap((item) => idsIn(item, [...label, ...facts])) : [];
  // Names of their own only, so that resources that name each other end.
  const labels = await readByKind(ids, async (kind, own) =>
    (await itemsById(context, kind, own)).map((item) => [String(item["id"]), labelOf(toWire(kind), item, locale)]),
  );
  return items.map((item) => {
    const ownLabel = labelOf(object, item, locale, labels);
    const otherLabels = facts
      .flatMap((name) => labels.get(String(item[name])) ?? [])
      .filter((other) => other !== ownLabel);
    return [String(item["id"]), [ownLabel, ...otherLabels].join(", ")];
  });
}

const idsIn = (item: Readonly<Record<string, unknown>>, names: readonly string[]): string[] =>
  names
    .filter((name) => name !== "id")
    .map((name) => item[name])
    .filter((value): value is string => typeof value === "string" && !!kindOfId(value));

/** Returns the name of a resource: the first of its declared fields that has a value. */
export function labelOf(
  object: string,
  item: Readonly<Record<string, unknown>>,
  locale: Locale,
  labels: Labels = new Map(),
  fields: readonly string[] = adminResourceOf(object).label,
): string {
  for (const name of fields) {
    const value = item[name];
    if (typeof value === "number") return String(value);
    if (typeof value !== "string" || value === "") continue;
    const text = labels.get(value) ?? (isWord(name) ? valueLabel(locale, fromWire(name), value) : value);
    return text.length > maxLabelLength ? `${text.slice(0, maxLabelLength - 1)}…` : text;
  }
  return typeof item["id"] === "string" ? item["id"] : "";
}

/** Values of these fields are words of the API. */
const isWord = (name: string): boolean => name === "kind" || name === "status";
