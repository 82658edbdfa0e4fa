import * as z from "zod";
import { isRecord } from "../json/is-record.ts";
import type { UnknownField } from "./unknown-field.ts";

const shapes = new WeakMap<z.ZodType, z.ZodType>();

/**
 * Accepts a value in the schema's wire format without validation. The consumer validates it later, so that one
 * invalid row does not reject the others.
 */
export function unchecked(schema: z.ZodType): z.ZodType {
  const open = z.unknown();
  shapes.set(open, schema);
  return open;
}

const notKnown = Symbol("unknown fields");

/** Attaches the unknown fields to an unchecked value, so that its consumer can reject just that value. */
export const withUnknown = (value: unknown, unknown: readonly UnknownField[]): unknown =>
  unknown.length > 0 && isRecord(value) ? { ...value, [notKnown]: unknown } : value;

/** Returns the unknown fields of an unchecked value. */
export const unknownIn = (value: unknown): readonly UnknownField[] => (hasUnknown(value) ? value[notKnown] : []);

/** Only this file has the symbol. */
const hasUnknown = (value: unknown): value is { [notKnown]: readonly UnknownField[] } =>
  typeof value === "object" && value !== null && notKnown in value;

/** Returns the schema that an unchecked value must match. */
export const shapeOf = (schema: z.ZodType): z.ZodType | undefined => shapes.get(schema);
