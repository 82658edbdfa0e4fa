import { newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
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
  assertStatus(made, 201);
  return made.json<AMember>();
};
