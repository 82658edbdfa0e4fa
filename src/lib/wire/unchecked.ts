import * as z from "zod";
import type { UnknownField } from "./decode.ts";

const shapes = new WeakMap<z.ZodType, z.ZodType>();

/**
 * A value that is written as the schema says, and that somebody else will check by it later: a row of many, of which
 * one that is wrong must not spoil the others.
 */
export function unchecked(schema: z.ZodType): z.ZodType {
  const open = z.unknown();
  shapes.set(open, schema);
  return open;
}

const notKnown = Symbol("unknown fields");

/** Such a value with the fields that its schema does not have: whoever checks it will refuse it, and it alone. */
export const withUnknown = <Value extends object>(value: Value, unknown: readonly UnknownField[]): Value =>
  unknown.length === 0 ? value : { ...value, [notKnown]: unknown };

/** The fields that stood in an unchecked value, and that its schema does not have. */
export const unknownIn = (value: unknown): readonly UnknownField[] =>
  typeof value === "object" && value !== null && notKnown in value ? (value[notKnown] as UnknownField[]) : [];

/** The schema that an unchecked value follows. */
export const shapeOf = (schema: z.ZodType): z.ZodType | undefined => shapes.get(schema);
