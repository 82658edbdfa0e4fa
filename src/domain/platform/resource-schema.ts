import * as z from "zod";
import { toWire } from "#lib/wire/names.ts";
import { Id, type IdKind } from "./ids.ts";

/**
 * Builds the schema of a resource from its fields after `object` and `id`. Its name in /openapi.json is that of its
 * kind, unless `meta` gives another.
 */
export const resourceSchema = <Kind extends IdKind, Fields extends z.ZodRawShape>(
  kind: Kind,
  fields: Fields,
  meta = { id: kind.charAt(0).toUpperCase() + kind.slice(1) },
) => z.object({ object: z.literal(wireNameOf(kind)), id: Id(kind), ...fields }).meta(meta);

type WireName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${WireName<Rest>}`
    : `_${Lowercase<First>}${WireName<Rest>}`
  : "";

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The type computes the same name.
const wireNameOf = <Kind extends string>(kind: Kind) => toWire(kind) as WireName<Kind>;
