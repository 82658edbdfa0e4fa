import { test } from "node:test";
import { measuredServer } from "../support/meters/measured-server.ts";
import { aSite } from "../support/world.ts";
import { operatorOf } from "../rest/support/operator.ts";
import { assertTurns } from "./support/turns.ts";

const mebibyte = 1024 * 1024;

const filled = (piece: string, length: number): string => piece.repeat(Math.floor(length / piece.length));

/** Bodies of this length that are slow to parse, to validate, or to report errors for. */
const hostileBodies = (length: number): Record<string, string> => ({
  "nested lists": filled("[", length),
  "nested objects": filled('{"a":', length),
  "many empty lists": `[${filled("[],", length - 10)}[]]`,
  "many rows that are numbers": `{"operations":[${filled("0,", length - 30)}0]}`,
  "many rows that are empty": `{"operations":[${filled("{},", length - 30)}{}]}`,
  "a long number": `{"operations":${filled("9", length - 30)}}`,
  "a text of escapes": `{"name":"${filled("\\u00e9", length - 30)}"}`,
  "a field many times": `{${filled('"name":"a",', length - 30)}"name":"b"}`,
  "a forbidden field at the end": `{"name":[${filled('{"x":{}},', length - 60)}{"__proto__":1}]}`,
  "unknown fields": `{"name":"a",${Array.from({ length: length / 20 }, (_, index) => `"nam_${index}":1`).join(",")}}`,
  "a long unknown field": `{"name":"a","${filled("nmae", length - 40)}":1}`,
  "white space": `{${" ".repeat(length - 10)}}`,
});

void test("No operator JSON body blocks the event loop", { timeout: 300_000 }, async () => {
  // On a busy machine, attempts are repeated more often than a client may send requests.
  const site = await aSite({ apiRequestsPerMinute: 100_000, apiBulkRequestsPerMinute: 10_000 });
  const operator = await operatorOf(site, "courses:read courses:write curriculum:write");
  const server = await measuredServer();
  const headers = { authorization: `Bearer ${operator.bearer}`, "content-type": "application/json" };
  const send = (path: string, body: string) =>
    server.send(operator.site, { method: "POST", path: `/api/v1${path}`, headers, body });
  // Lets the engine compile the code first.
  for (let round = 0; round < 3; round++) {
    for (const path of ["/courses", "/lectures/bulk"]) {
      for (const body of Object.values(hostileBodies(70_000))) await send(path, body);
    }
  }
  for (const [path, length] of [
    ["/courses", mebibyte],
    ["/lectures/bulk", 10 * mebibyte],
  ] as const) {
    for (const [what, body] of Object.entries(hostileBodies(length - 100))) {
      await assertTurns(`${path} with ${what}`, () => send(path, body));
    }
  }
});
