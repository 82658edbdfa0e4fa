import type * as z from "zod";
import { isRecord } from "#lib/json/is-record.ts";
import type { SourceText } from "#lib/markdown/source-text.ts";
import { definitionOf, methodsOf } from "#lib/wire/definition.ts";
import { bare, nodeOf } from "#lib/wire/schema-node.ts";
import { shapeOf } from "#lib/wire/unchecked.ts";
import { formOf } from "./text-fields.ts";

/** A text and its location in an input. */
export interface FoundText extends SourceText {
  path: Path;
}

type Path = readonly PropertyKey[];
type Finder = (value: unknown, path: Path, found: FoundText[]) => void;

/** Finders by schema; null for a schema without texts. */
type Finders = WeakMap<z.ZodType, Finder | null>;

const allFinders: Finders = new WeakMap();
const finders: Finders = new WeakMap();

/** Returns all texts of an input, including those of unchecked rows. */
export const textsIn = (schema: z.ZodType, input: unknown): FoundText[] => find(schema, input, allFinders);

/** Returns the texts of an input except those of unchecked rows, which succeed or fail individually. */
export const ownTextsIn = (schema: z.ZodType, input: unknown): FoundText[] => find(schema, input, finders);

export const canContainTexts = (schema: z.ZodType): boolean => finderOf(schema, allFinders) !== null;

function find(schema: z.ZodType, input: unknown, findersBySchema: Finders): FoundText[] {
  const found: FoundText[] = [];
  finderOf(schema, findersBySchema)?.(input, [], found);
  return found;
}

function finderOf(schema: z.ZodType, findersBySchema: Finders): Finder | null {
  const before = findersBySchema.get(schema);
  if (before !== undefined) return before;
  // Handles recursive schemas: the finder is registered before its first use.
  findersBySchema.set(schema, (value, path, found) => findersBySchema.get(schema)?.(value, path, found));
  const finder = compile(schema, findersBySchema);
  findersBySchema.set(schema, finder);
  return finder;
}

function compile(schema: z.ZodType, findersBySchema: Finders): Finder | null {
  if (shapeOf(schema) && findersBySchema === finders) return null;
  const core = bare(schema);
  const form = formOf(schema) ?? formOf(core);
  if (form) return textFinder(core, form);
  const node = nodeOf(schema);
  if (node.kind === "object") return fieldsFinder(node.fields, findersBySchema);
  if (node.kind === "array") return itemsFinder(finderOf(node.element, findersBySchema), Array.isArray);
  if (node.kind === "record") return itemsFinder(finderOf(node.value, findersBySchema), isRecord);
  if (node.kind === "choice") return choiceFinder(node.discriminator, node.options, findersBySchema);
  const definition = definitionOf(core);
  return definition.type === "union" ? eitherFinder(definition.options.map(methodsOf), findersBySchema) : null;
}

/** Reads the text as parsed by the schema, for example trimmed. */
const textFinder =
  (schema: z.ZodType, form: SourceText["form"]): Finder =>
  (value, path, found) => {
    const read = typeof value === "string" ? schema.safeParse(value) : undefined;
    const text = read?.data;
    if (typeof text === "string" && text !== "") found.push({ form, text, path });
  };

function fieldsFinder(fields: readonly (readonly [string, z.ZodType])[], known: Finders): Finder | null {
  const inside = fields.flatMap(([name, schema]) => {
    const finder = finderOf(schema, known);
    return finder ? [[name, finder] as const] : [];
  });
  if (inside.length === 0) return null;
  return (value, path, found) => {
    if (!isRecord(value)) return;
    for (const [name, finder] of inside) finder(value[name], [...path, name], found);
  };
}

const itemsFinder = (finder: Finder | null, isOne: (value: unknown) => value is object): Finder | null =>
  finder &&
  ((value, path, found) => {
    if (!isOne(value)) return;
    for (const [key, item] of Object.entries(value)) finder(item, [...path, key], found);
  });

function choiceFinder(discriminator: string, options: ReadonlyMap<unknown, z.ZodType>, known: Finders): Finder | null {
  const inside = new Map([...options].map(([kind, option]) => [kind, finderOf(option, known)]));
  if ([...inside.values()].every((finder) => finder === null)) return null;
  return (value, path, found) => {
    if (isRecord(value)) inside.get(value[discriminator])?.(value, path, found);
  };
}

function eitherFinder(options: readonly z.ZodType[], known: Finders): Finder | null {
  const inside = options.flatMap((option) => finderOf(option, known) ?? []);
  if (inside.length === 0) return null;
  return (value, path, found) => inside.forEach((finder) => finder(value, path, found));
}
