import assert from "node:assert/strict";
import { newId } from "#domain/platform/ids.ts";
import type { Operator } from "./operator.ts";

export const scopes = "members:read members:write";

export const anEmail = () => `mia-${newId()}@example.test`;

export interface AMember {
  id: string;
  email: string;
  name: string | null;
  roles: string[];
  status: string;
  tags: string[];
  custom_fields: Record<string, unknown>;
  marketing_consent: { granted: boolean; at: string | null; source: string | null };
  metadata: Record<string, string>;
}

export const add = async (operator: Operator, fields: object = {}): Promise<AMember> => {
  const made = await operator.post("/members", { email: anEmail(), roles: ["student"], ...fields });
  assert.equal(made.statusCode, 201, made.body);
  return made.json<AMember>();
};
