import * as z from "zod";
import { bare } from "./schema-node.ts";

/** Accepts dates without a time: the instant of the day that a date means, and the time zone of the day. */
export interface DateInput {
  edge: "start" | "end";
  /** The field of the same object that can name another time zone than the default. */
  zoneField?: string;
  /** The resource whose time zone is the default. Undefined: the school. */
  zoneOwner?: string;
  /** True for bounds of ranges, whose parameter explains dates. */
  isBound?: boolean;
}

const inputs = z.registry<DateInput>();

/** Marks the schema of a timestamp that a request can also send as a date. Later `.meta()` calls keep the mark. */
export function acceptDates<Schema extends z.ZodType>(schema: Schema, input: DateInput): Schema {
  inputs.add(schema, input);
  return schema;
}

/** Looks through optional, nullable and the other wrappers. */
export const dateInputOf = (schema: z.ZodType): DateInput | undefined => inputs.get(schema) ?? inputs.get(bare(schema));
