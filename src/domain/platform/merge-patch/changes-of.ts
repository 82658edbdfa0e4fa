import * as z from "zod";
import { oncePer } from "#lib/work/once-per.ts";
import { only } from "#lib/collections/only.ts";
import { definitionOf, fieldsIn, innerOf, methodsOf } from "#lib/wire/definition.ts";
import { bare, nodeOf } from "#lib/wire/schema-node.ts";

/** The accepted changes of a value: any of its fields, with null for removal. */
type Patch<Value> = Value extends Date | readonly unknown[] | string | number | boolean | null | undefined
  ? Value
  : { [Part in keyof Value]?: Patch<Value[Part]> | null | undefined };

type Changes<Writable extends z.ZodRawShape> = {
  [Name in keyof Writable]: z.ZodOptional<z.ZodType<Patch<z.output<Writable[Name]>>>>;
};

/**
 * Derives the schema of a change (JSON Merge Patch, RFC 7396): every field is optional, at every level. `computePatch`
 * checks the merged result.
 */
export const patchSchemaOf = <Writable extends z.ZodRawShape>(writable: Writable): z.ZodObject<Changes<Writable>> =>
  z.object(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Each field has become its optional patch.
    Object.fromEntries(
      Object.entries(writable).map(([name, field]) => [name, optional(patchOf(methodsOf(field)))]),
    ) as unknown as Changes<Writable>,
  );

function patchOf(schema: z.ZodType): z.ZodType {
  const core = bare(schema);
  const corePatch = patches.get(core) ?? partsOf(core);
  if (!corePatch) return withoutDefault(schema);
  patches.set(core, corePatch);
  const patch = allows(schema, null) ? nullable(corePatch) : corePatch;
  const { description } = schema === core ? {} : (schema.meta() ?? {});
  return description === undefined ? patch : patch.meta({ description });
}

/** One wrapper per schema: many changes have fields with the same schema. */
const optional = oncePer((schema: z.ZodType) => schema.optional());
const nullable = oncePer((schema: z.ZodType) => schema.nullable());

/** Caches one patch schema per schema, because a schema with an id must be described once. */
const patches = new WeakMap<z.ZodType, z.ZodType>();

function partsOf(schema: z.ZodType): z.ZodType | undefined {
  const node = nodeOf(schema);
  if (node.kind === "object") return named(schema, z.object(Object.fromEntries(node.fields.map(partOf))));
  if (node.kind === "record") return z.record(keysOf(schema), patchOf(node.value).nullable());
  if (node.kind !== "choice") return undefined;
  // A patch may omit the discriminator, so it accepts any field of any variant.
  const fields = Map.groupBy(
    [...node.options.values()].flatMap((option) => Object.entries(fieldsIn(option))),
    ([name]) => name,
  );
  const kind = z.enum([...node.options.keys()].map(String)).optional();
  const parts = [...fields].map(([name, found]) => [name, eitherOf(found.map(([, option]) => option))] as const);
  // Fields of the variants that no longer apply may be sent as null.
  const partsOfAny = parts.map(([name, part]) => [name, optional(nullable(patchOf(part)))] as const);
  return named(schema, z.object({ ...Object.fromEntries(partsOfAny), [node.discriminator]: kind }));
}

const eitherOf = (options: z.ZodType[]) => (options.length === 1 ? only(options) : z.union(options));

const partOf = ([name, part]: readonly [string, z.ZodType]): [string, z.ZodType] => {
  const goes = allows(part, null) || allows(part, undefined);
  return [name, optional(goes ? nullable(patchOf(part)) : patchOf(part))];
};

/** Removes defaults: fields omitted from a patch keep their value. */
function withoutDefault(schema: z.ZodType): z.ZodType {
  const { type } = definitionOf(schema);
  const inner = type === "default" || type === "optional" ? innerOf(schema) : undefined;
  return inner ? withoutDefault(inner) : schema;
}

function named(schema: z.ZodType, parts: z.ZodType): z.ZodType {
  const { id, description } = schema.meta() ?? {};
  if (id === undefined && description === undefined) return parts;
  return parts.meta({
    ...(id !== undefined && { id: `${id}Changes` }),
    ...(description !== undefined && { description }),
  });
}

const keysOf = (schema: z.ZodType) => (schema instanceof z.ZodRecord ? schema.keyType : z.string());

export const allows = (schema: z.ZodType, value: null | undefined): boolean => schema.safeParse(value).success;
