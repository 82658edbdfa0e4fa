import { assertStatus } from "../../support/assert-status.ts";
import type { Operator } from "./operator.ts";

export type Json = Record<string, unknown>;

export interface Made extends Json {
  id: string;
}

/** Creates a resource with a POST request that must succeed. */
export async function make(operator: Operator, path: string, fields: Json): Promise<Made> {
  const response = await operator.post(path, fields);
  assertStatus(response, 201);
  return response.json<Made>();
}
