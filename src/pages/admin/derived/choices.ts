import type { RequestContext } from "#domain/platform/context.ts";
import { imageTypes, playedTypes } from "#lib/files/media-type.ts";
import { type IdKind, parseId } from "#domain/platform/ids.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { toWire } from "#lib/wire/names.ts";
import { fillPlain } from "../../views/parts/markup.ts";
import type { Choices } from "../../views/admin/derived/form-controls.ts";
import { textFor } from "../../text/catalogue.ts";
import { choicesKey, type Control, type Field, type FileUse } from "./fields.ts";
import type { FormValues } from "./form-values.ts";
import { rowsIn } from "./form-index.ts";
import { choicesPrefix, severalPath } from "./addresses.ts";
import { labelOf, nameItems, readLabels } from "./labels.ts";
import { itemsOf, readIfPossible } from "./load-operation.ts";
import { parentOf, readNested } from "./nested-choices.ts";
import { adminResourceOf, listOfKind, mayOpenPage, mayUpload, nameOfOne } from "./resources.ts";

/** A form offers all resources up to this number; beyond it, one is found by its name. */
const maxOptions = 40;

/** A name is looked up among this many entries that belong to a resource, such as the lectures of a course. */
const maxNested = 200;

const maxMatches = 5;

/** Reads what the relations of a form can refer to. `known`: IDs in its address. */
export async function readChoices(
  context: RequestContext,
  fields: readonly Field[],
  current: object,
  locale: Locale,
  known: readonly string[] = [],
): Promise<ReadonlyMap<string, Choices>> {
  const kinds = new Set(fields.flatMap(({ control }) => kindsIn(control)));
  const labels = await readLabels(context, fields, [current], locale);
  const read = [...kinds].map(
    async (wanted) =>
      [
        wanted,
        {
          options: await optionsOf(context, wanted, locale, [...known, ...Object.values(current)]),
          labels,
          list: listAddressOf(context, wanted),
          canUpload: kindsOf(wanted)[0] === "file" && mayUpload(context.caller),
        },
      ] as const,
  );
  return new Map(await Promise.all(read));
}

/** Media types of the files to choose from, by their use. */
export const typesOfUse: Readonly<Record<FileUse, readonly string[]>> = { image: imageTypes, media: playedTypes };

export const isFileUse = (text: unknown): text is FileUse => text === "image" || text === "media";

/** Resources to choose from, by the key of their choices: a kind, several, or the files of one use. */
const kindsOf = (wanted: string): IdKind[] =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Keys are made of kinds (`choicesKey`).
  isFileUse(wanted) ? ["file"] : (wanted.split(" ") as IdKind[]);

function listAddressOf({ caller }: RequestContext, wanted: string): string | undefined {
  const kinds = kindsOf(wanted);
  const lists = kinds.flatMap((kind) => {
    const list = listOfKind(kind);
    return list && mayOpenPage(caller, list) ? [list] : [];
  });
  const [list] = lists;
  if (!list) return undefined;
  if (kinds.length > 1) return `/admin${choicesPrefix}${severalPath}?kinds=${kinds.join(",")}`;
  return `/admin${choicesPrefix}${list.pattern}${isFileUse(wanted) ? `?only=${wanted}` : ""}`;
}

function kindsIn(control: Control): string[] {
  switch (control.kind) {
    case "reference":
      return [choicesKey(control)];
    case "references":
      return [control.of];
    case "rows":
      return kindsIn(control.element);
    case "group":
      return control.fields.flatMap(({ control: part }) => kindsIn(part));
    case "variants":
      return [...control.options.values()].flat().flatMap(({ control: part }) => kindsIn(part));
    case "json":
    case "lines":
    case "money":
    case "number":
    case "pairs":
    case "select":
    case "several":
    case "switch":
    case "text":
    case "time":
      return [];
  }
}

async function optionsOf(
  context: RequestContext,
  wanted: string,
  locale: Locale,
  known: readonly unknown[],
): Promise<Choices["options"]> {
  const kinds = kindsOf(wanted);
  const [kind] = kinds;
  if (kind === undefined) return undefined;
  if (kinds.length > 1) return optionsOfSeveral(context, kinds, locale);
  const parent = parentOf(kind, known);
  const items =
    parent === undefined ? await firstOf(context, wanted) : await readNested(context, kind, parent, maxOptions + 1);
  if (!items || items.length > maxOptions) return undefined;
  return nameItems(context, toWire(kind), items, locale);
}

/** Resources of several kinds, each with the name of its kind. A caller sees those whose list is open to them. */
async function optionsOfSeveral(
  context: RequestContext,
  kinds: readonly IdKind[],
  locale: Locale,
): Promise<Choices["options"]> {
  const optionsByKind = await Promise.all(
    kinds.map(async (kind) => {
      const items = (await firstOf(context, kind)) ?? [];
      const names = await nameItems(context, toWire(kind), items, locale);
      return names.map(([id, name]) => [id, withKind(kind, name, locale)] as const);
    }),
  );
  const all = optionsByKind.flat();
  return all.length > maxOptions ? undefined : all;
}

/** `Course: Knots` */
export const withKind = (kind: IdKind, name: string, locale: Locale): string => {
  const kindName = nameOfOne(adminResourceOf(toWire(kind)), locale);
  return `${kindName.charAt(0).toUpperCase()}${kindName.slice(1)}${locale === "en" ? ": " : "："}${name}`;
};

async function firstOf(context: RequestContext, wanted: string): Promise<Record<string, unknown>[] | undefined> {
  const [kind] = kindsOf(wanted);
  const list = kind && listOfKind(kind);
  if (!list || !mayOpenPage(context.caller, list)) return undefined;
  const types = isFileUse(wanted) ? { content_type: typesOfUse[wanted] } : {};
  const found = await readIfPossible(context, list, { ...types, limit: maxOptions + 1 });
  return found && itemsOf(found);
}

/** Values with IDs in place of names, and a problem for each name that is not that of exactly one resource. */
interface Resolved {
  values: FormValues;
  problems: ReadonlyMap<string, string>;
}

/** Replaces the names that people typed into relations by IDs. `inAddress`: IDs in the address of the form. */
export async function resolveNames(
  context: RequestContext,
  fields: readonly Field[],
  values: FormValues,
  locale: Locale,
  inAddress: readonly string[] = [],
): Promise<Resolved> {
  const resolved = new Map(values);
  const problems = new Map<string, string>();
  const knownIds = [...inAddress];
  let names = 0;
  for (const [name, kinds] of relationsIn(fields, values)) {
    const lines = [...new Set((values.get(name) ?? "").split("\n").map((line) => line.trim()))];
    names += lines.filter((line) => !isId(kinds, line)).length;
    if (names > maxNames) {
      problems.set(name, fillPlain(textFor(locale).admin.derived.form.manyNames, { count: String(maxNames) }));
      break;
    }
    const results = await Promise.all(lines.map(async (line) => idOf(context, kinds, line, locale, knownIds)));
    const [wrong] = results.flatMap(({ problem }) => problem ?? []);
    knownIds.push(...results.map(({ id }) => id));
    if (wrong === undefined) resolved.set(name, results.map(({ id }) => id).join("\n"));
    else problems.set(name, wrong);
  }
  return { values: resolved, problems };
}

/** The names of form fields for relations, with the kind of each. */
function relationsIn(fields: readonly Field[], values: FormValues): [string, readonly IdKind[]][] {
  const relations: [string, readonly IdKind[]][] = [];
  const visit = (control: Control, name: string): void => {
    if (control.kind === "reference" || control.kind === "references") {
      const kinds = control.kind === "reference" ? (control.among ?? [control.of]) : [control.of];
      if ((values.get(name) ?? "") !== "") relations.push([name, kinds]);
    } else if (control.kind === "group") {
      for (const part of control.fields) visit(part.control, `${name}.${part.name}`);
    } else if (control.kind === "variants") {
      const variant = values.get(`${name}.${control.discriminator}`) ?? "";
      for (const part of control.options.get(variant) ?? []) visit(part.control, `${name}.${variant}.${part.name}`);
    } else if (control.kind === "rows") {
      for (const index of rowsIn(values, name)) visit(control.element, `${name}.${index}`);
    }
  };
  for (const { name, control } of fields) visit(control, name);
  return relations;
}

/** Each name is looked up. IDs are not. */
const maxNames = 50;

const isId = (kinds: readonly IdKind[], text: string): boolean =>
  text === "" || kinds.some((kind) => parseId(kind, text) !== undefined);

async function idOf(
  context: RequestContext,
  kinds: readonly IdKind[],
  text: string,
  locale: Locale,
  known: readonly string[],
): Promise<{ id: string; problem?: string }> {
  if (isId(kinds, text)) return { id: text };
  const namedByKind = await Promise.all(kinds.map(async (kind) => namedLike(context, kind, text, locale, known)));
  // The operation says what it expects.
  if (namedByKind.every((one) => one === undefined)) return { id: text };
  const { noMatch, manyMatches } = textFor(locale).admin.derived.form;
  const named = namedByKind.flatMap((one) => one ?? []);
  const exact = named.filter(
    ({ label, email }) => same(label, text) || (typeof email === "string" && same(email, text)),
  );
  const [one, other] = exact.length === 1 ? exact : named;
  if (!one) return { id: text, problem: fillPlain(noMatch, { text }) };
  if (!other) return { id: one.id };
  const names = named.map(({ label, id }) => `${label} (${id})`).join(", ");
  return { id: text, problem: fillPlain(manyMatches, { text, names }) };
}

/** Returns the resources of a kind whose name has this part. Undefined if the caller may not read them. */
async function namedLike(
  context: RequestContext,
  kind: IdKind,
  text: string,
  locale: Locale,
  known: readonly string[],
): Promise<Match[] | undefined> {
  const parent = parentOf(kind, known);
  const found =
    parent === undefined
      ? await search(context, kind, text)
      : (await readNested(context, kind, parent, maxNested))?.filter((item) =>
          labelOf(toWire(kind), item, locale).toLowerCase().includes(text.toLowerCase()),
        );
  return found && matchesIn(context, found, kind, locale);
}

interface Match {
  id: string;
  label: string;
  email: unknown;
}

async function matchesIn(
  context: RequestContext,
  found: readonly Record<string, unknown>[],
  kind: IdKind,
  locale: Locale,
): Promise<Match[]> {
  const names = await nameItems(context, toWire(kind), found, locale);
  return names.map(([id, label], index) => ({ id, label, email: found[index]?.["email"] }));
}

/** Returns the resources of a kind that a search by their name finds. */
export const matchesByName = async (context: RequestContext, kind: IdKind, text: string, locale: Locale) =>
  matchesIn(context, (await search(context, kind, text)) ?? [], kind, locale);

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

async function search(context: RequestContext, kind: IdKind, text: string) {
  const list = listOfKind(kind);
  if (!list || !mayOpenPage(context.caller, list)) return undefined;
  const found = await readIfPossible(context, list, { q: text.slice(0, 200), limit: maxMatches });
  return found && itemsOf(found);
}
