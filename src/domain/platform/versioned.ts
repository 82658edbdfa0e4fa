import * as z from "zod";
import type { IdKind } from "./ids.ts";
import { resourceSchema } from "./resource-schema.ts";

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

/** Builds the schema of a versioned resource, as `resourceSchema` does. */
export const versionedResource = <Kind extends IdKind, Fields extends z.ZodRawShape>(
  kind: Kind,
  fields: Fields,
  meta?: { id: string },
) => versioned(resourceSchema(kind, fields, meta));
