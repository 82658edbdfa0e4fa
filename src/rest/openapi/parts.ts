import type { JsonSchema } from "#lib/wire/json-schema.ts";
import type { Addresses } from "../location.ts";
import type { Refusal } from "./refusals.ts";

/** Components that operations share and extend during generation. */
export interface Parts {
  origin: string;
  addresses: Addresses;
  /** By component name. */
  schemas: Record<string, JsonSchema>;
  responses: Record<string, Refusal>;
}
