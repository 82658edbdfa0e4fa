import assert from "node:assert/strict";
import { test } from "node:test";
import { isRecord } from "#lib/json/is-record.ts";
import { wholeDocument } from "../../support/openapi/document.ts";
import { faultsOfEvent } from "../support/event-faults.ts";

interface Event {
  type: string;
  data: { object: Record<string, unknown> };
}

void test("Each event has an example that its description allows, as the tests of emitted events require", () => {
  for (const [type, { post }] of Object.entries(wholeDocument["x-webhooks"])) {
    const { example } = post.requestBody.content["application/json"];
    const event = example as Event;
    assert.equal(event.type, type);
    assert.deepEqual(faultsOfEvent(event), [], type);
    assert.deepEqual([...placeholdersIn(event)], [], type);
  }
});

/** Texts that only the schema describes. */
function* placeholdersIn(value: unknown, at = ""): Generator<string> {
  if (value === "example") yield at;
  if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* placeholdersIn(item, `${at}/${index}`);
  if (isRecord(value)) for (const [name, item] of Object.entries(value)) yield* placeholdersIn(item, `${at}/${name}`);
}
