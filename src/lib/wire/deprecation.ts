import * as z from "zod";
import { bare } from "./schema-node.ts";

/** The end of an operation or field that is announced. */
export interface Deprecation {
  /** The day of the announcement, `2027-01-15`. */
  since: string;
  /** The first day without it: at least twelve months later (docs/reference/versions.md). */
  sunset: string;
  /** The replacement, as a sentence with Markdown code. */
  instead: string;
}

const fields = z.registry<Deprecation>();

/** Announces the end of a field: the one declaration for response headers, /openapi.json and the reference. */
export function deprecate<Schema extends z.ZodType>(schema: Schema, deprecation: Deprecation): Schema {
  requireNotice(deprecation);
  fields.add(schema, deprecation);
  return schema;
}

/** Looks through optional, nullable and the other wrappers. */
export const deprecationOf = (schema: z.ZodType): Deprecation | undefined =>
  fields.get(schema) ?? fields.get(bare(schema));

export const instantOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** Throws unless clients have the promised twelve months. */
export function requireNotice({ since, sunset }: Deprecation): void {
  const earliest = instantOf(since);
  earliest.setUTCFullYear(earliest.getUTCFullYear() + 1);
  if (!(instantOf(sunset) >= earliest))
    throw new Error(`Clients need twelve months from ${since}, not until ${sunset}.`);
}

/** The description of a deprecated part. */
export const deprecationNotice = ({ since, sunset, instead }: Deprecation): string =>
  `Deprecated since ${since}, removed on ${sunset}. ${instead}`;
