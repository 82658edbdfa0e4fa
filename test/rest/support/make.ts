import assert from "node:assert/strict";
import type { Operator } from "./operator.ts";

export type Json = Record<string, unknown>;

export interface Made extends Json {
  id: string;
}

/** Creates a resource with a POST request that must succeed. */
export async function make(operator: Operator, path: string, fields: Json): Promise<Made> {
  const response = await operator.post(path, fields);
  assert.equal(response.statusCode, 201, response.body);
  return response.json<Made>();
}
