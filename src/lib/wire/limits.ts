import type * as z from "zod";
import { definitionOf, methodsOf } from "./definition.ts";
import { bare } from "./schema-node.ts";

/** Limits of a text in characters, or of a number. */
export interface Limits {
  minimum?: number | undefined;
  maximum?: number | undefined;
  isInteger?: boolean;
  /** The format or pattern of a text, such as `date` or `regex`. */
  format?: string | undefined;
}

/** Returns the limits of a text or a number; none for other schemas. A text that is changed has those of its input. */
export function limitsOf(schema: z.ZodType): Limits {
  const definition = definitionOf(schema);
  if (definition.type === "pipe") return limitsOf(bare(methodsOf(definition.in)));
  if (definition.type === "string") {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- All its texts have these members.
    const { minLength, maxLength, format } = schema as z.ZodString;
    return { minimum: minLength ?? undefined, maximum: maxLength ?? undefined, format: format ?? undefined };
  }
  if (definition.type !== "number") return {};
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- All its numbers have these members.
  const { minValue, maxValue, isInt } = schema as z.ZodNumber;
  return { minimum: boundOf(minValue), maximum: boundOf(maxValue), isInteger: isInt };
}

/** Leaves out the bounds of exact integers, which no value reaches. */
const boundOf = (value: number | null): number | undefined =>
  value === null || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? undefined : value;
