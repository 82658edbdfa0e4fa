import type * as z from "zod";
import { isRecord } from "#lib/json/is-record.ts";
import { dateInputOf, type DateInput } from "./date-input.ts";
import { nodeOf } from "./schema-node.ts";

/** Replaces a date; `holder` is the object that contains it. */
export type ReplaceDate = (date: string, input: DateInput, holder: object) => string;
type Mapper = (value: unknown, replace: ReplaceDate, holder: object) => unknown;

/** Mappers by schema; null for a schema without fields that accept dates. */
const mappers = new WeakMap<z.ZodType, Mapper | null>();

/**
 * Replaces the dates without a time in an input where its schema accepts them, also in unchecked rows. Other values
 * pass unchanged, so that the schema can report them.
 */
export const mapDates = (schema: z.ZodType, input: unknown, replace: ReplaceDate): unknown =>
  mapperOf(schema)?.(input, replace, {}) ?? input;

const date = /^\d{4}-\d{2}-\d{2}$/;

function mapperOf(schema: z.ZodType): Mapper | null {
  const before = mappers.get(schema);
  if (before !== undefined) return before;
  // Handles recursive schemas: the mapper is registered before its first use.
  mappers.set(schema, (value, replace, holder) => mappers.get(schema)?.(value, replace, holder) ?? value);
  const mapper = compile(schema);
  mappers.set(schema, mapper);
  return mapper;
}

function compile(schema: z.ZodType): Mapper | null {
  const input = dateInputOf(schema);
  if (input) {
    return (value, replace, holder) =>
      typeof value === "string" && date.test(value) ? replace(value, input, holder) : value;
  }
  const node = nodeOf(schema);
  if (node.kind === "object") return fieldsMapper(node.fields);
  if (node.kind === "array") return itemsMapper(mapperOf(node.element));
  if (node.kind === "choice") return choiceMapper(node.discriminator, node.options);
  return null;
}

function fieldsMapper(fields: readonly (readonly [string, z.ZodType])[]): Mapper | null {
  const inside = fields.flatMap(([name, schema]) => {
    const mapper = mapperOf(schema);
    return mapper ? [[name, mapper] as const] : [];
  });
  if (inside.length === 0) return null;
  return (value, replace) => {
    if (!isRecord(value)) return value;
    const changed = inside.flatMap(([name, mapper]) => {
      const before = value[name];
      const after = before === undefined ? before : mapper(before, replace, value);
      return after === before ? [] : [[name, after] as const];
    });
    return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) };
  };
}

const itemsMapper = (mapper: Mapper | null): Mapper | null =>
  mapper &&
  ((value, replace, holder) => {
    if (!Array.isArray(value)) return value;
    const mapped = value.map((item: unknown) => mapper(item, replace, holder));
    return mapped.every((item, index) => item === value[index]) ? value : mapped;
  });

function choiceMapper(discriminator: string, options: ReadonlyMap<unknown, z.ZodType>): Mapper | null {
  const inside = new Map([...options].map(([kind, option]) => [kind, mapperOf(option)]));
  if ([...inside.values()].every((mapper) => mapper === null)) return null;
  return (value, replace, holder) =>
    isRecord(value) ? (inside.get(value[discriminator])?.(value, replace, holder) ?? value) : value;
}
