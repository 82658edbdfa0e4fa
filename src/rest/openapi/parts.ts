import type { JsonSchema } from "#lib/wire/json-schema.ts";
import type { Addresses } from "../location.ts";
import type { Refusal } from "./refusals.ts";

/** What operations have in common, and add to while they are described. */
export interface Parts {
  origin: string;
  addresses: Addresses;
  /** By their names among the components. */
  schemas: Record<string, JsonSchema>;
  responses: Record<string, Refusal>;
}
