import * as z from "zod";
import { toWire } from "#lib/wire/names.ts";
import { Id, type IdKind } from "./ids.ts";

const versionedSchemas = z.registry<{ isVersioned: true }>();

declare const mark: unique symbol;

/** A schema whose values have a version: operations that return it answer with an ETag. */
export interface Versioned {
  [mark]: true;
}

/**
 * Marks the schema of a resource with a version, which is no field of it. Later `.meta()` calls keep the mark,
 * `.extend()` does not.
 */
export function versioned<Schema extends z.ZodType>(schema: Schema): Schema & Versioned {
  versionedSchemas.add(schema, { isVersioned: true });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The mark is in the registry. Types need it too.
  return schema as Schema & Versioned;
}

export const isVersioned = (schema: z.ZodType): boolean => versionedSchemas.get(schema) !== undefined;

type WireName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${WireName<Rest>}`
    : `_${Lowercase<First>}${WireName<Rest>}`
  : "";

/**
 * Builds the schema of a versioned resource from its fields after `object` and `id`. Its name in /openapi.json is that
 * of its kind, unless `meta` gives another.
 */
export const versionedResource = <Kind extends IdKind, Fields extends z.ZodRawShape>(
  kind: Kind,
  fields: Fields,
  meta = { id: kind.charAt(0).toUpperCase() + kind.slice(1) },
) => versioned(z.object({ object: z.literal(wireNameOf(kind)), id: Id(kind), ...fields }).meta(meta));

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The type computes the same name.
const wireNameOf = <Kind extends string>(kind: Kind) => toWire(kind) as WireName<Kind>;
