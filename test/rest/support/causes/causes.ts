import assert from "node:assert/strict";
import type { LightMyRequestResponse } from "fastify";
import type { EventTypeName } from "#domain/engagement/webhooks/event-types.ts";
import type { Operator } from "../operator.ts";

/** What leads to an event. Where it answers with a step, that alone counts: all before it was there already. */
type Cause = (operator: Operator) => Promise<unknown>;

/** For each type of event what leads to it once. */
export type Causes = Partial<Record<EventTypeName, Cause>>;

/** What was asked for was done. */
export async function done<Answer = { id: string }>(answer: Promise<LightMyRequestResponse>): Promise<Answer> {
  const response = await answer;
  assert.ok(response.statusCode < 300, response.body);
  return response.body === "" ? (undefined as Answer) : response.json<Answer>();
}
