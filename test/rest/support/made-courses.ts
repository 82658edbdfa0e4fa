import assert from "node:assert/strict";
import type { Operator } from "./operator.ts";

export const scopes = "courses:read courses:write";

export type Json = Record<string, unknown>;

export async function aCourse(operator: Operator, fields: Json = {}) {
  const response = await operator.post("/courses", { name: "Night sky", ...fields });
  assert.equal(response.statusCode, 201, response.body);
  return response.json<{ id: string; slug: string; status: string }>();
}
