import { assertStatus } from "../../support/assert-status.ts";
import type { Operator } from "./operator.ts";

export const scopes = "courses:read courses:write";

export type Json = Record<string, unknown>;

export async function aCourse(operator: Operator, fields: Json = {}) {
  const response = await operator.post("/courses", { name: "Night sky", ...fields });
  assertStatus(response, 201);
  return response.json<{ id: string; slug: string; status: string }>();
}
