import type { LightMyRequestResponse } from "fastify";
import type { EventTypeName } from "#domain/event-types.ts";
import { assertOk } from "../../../support/assert-status.ts";
import type { Operator } from "../operator.ts";

/** Causes an event. If it returns a function, only that one counts, and the steps before are preparation. */
type Cause = (operator: Operator) => Promise<unknown>;

/** For each event type, an action that emits it once. */
export type Causes = Partial<Record<EventTypeName, Cause>>;

/** Returns the body of a successful response. */
export async function done<Answer = { id: string }>(answer: Promise<LightMyRequestResponse>): Promise<Answer> {
  const response = await answer;
  assertOk(response);
  return response.body === "" ? (undefined as Answer) : response.json<Answer>();
}
