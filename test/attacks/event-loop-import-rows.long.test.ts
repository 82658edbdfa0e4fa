import { test } from "node:test";
import { parseId } from "#domain/platform/ids.ts";
import { type Operator, operatorOf } from "../rest/support/operator.ts";
import { assertStatus } from "../support/assert-status.ts";
import { measuredServer } from "../support/meters/measured-server.ts";
import { aSite } from "../support/world.ts";
import { assertQuickJob } from "./support/turns.ts";

const scopes =
  "school:read school:write courses:read courses:write curriculum:read curriculum:write storage:write members:read " +
  "members:write students:read students:write";

async function assertQuickImport(operator: Operator, what: string, body: object): Promise<void> {
  await assertQuickJob(`Importing ${what}`, async () => {
    const response = await operator.post("/imports", { dry_run: true, ...body });
    assertStatus(response, 202);
    const { id } = response.json<{ id: string }>();
    return (await measuredServer()).runJob(operator.site.site.id, parseId("job", id)!);
  });
}

/** A cell of a CSV row. */
const cell = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;

const times = (count: number, line: (index: number) => string) => Array.from({ length: count }, (_, at) => line(at));

void test("No import of rows as NDJSON blocks the event loop", { timeout: 300_000 }, async () => {
  const operator = await operatorOf(await aSite(), scopes);
  const texts = {
    "many rows": times(10_000, (index) => `{"email":"a${index}@example.test","name":"A"}`).join("\n"),
    "a row of nested lists": `{"email":"a@example.test","tags":${"[".repeat(400_000)}${"]".repeat(400_000)}}`,
    "a row of many fields": `{${times(60_000, (index) => `"f${index}":1`).join(",")}}`,
    "rows that are no JSON": times(50_000, () => "{").join("\n"),
    "a row of a long name": `{"email":"a@example.test","name":"${"a ".repeat(400_000)}"}`,
  };
  for (const [what, inline] of Object.entries(texts)) {
    await assertQuickImport(operator, what, { format: "ndjson", resource: "members", inline });
  }
});

void test("No import of orders as CSV blocks the event loop", { timeout: 300_000 }, async () => {
  const operator = await operatorOf(await aSite(), scopes);
  const { email } = await operator.site.member();
  const fields = "number,email,placed_at,total.amount,total.currency,line_items";
  const price = { amount: 4900, currency: "USD" };
  const line = { product_type: "course_plan", product_external_id: "none", name: "Knots", unit_amount: price };
  const order = (number: number, items: string) => `${number},${email},2026-01-01T00:00:00Z,4900,USD,${items}`;
  const tables = {
    "3,000 orders": times(3000, (index) => order(index, cell([line]))),
    "orders of 200 lines": times(25, (index) => order(index, cell(times(200, () => "").map(() => line)))),
    "a cell of nested lists": [order(1, `"${"[".repeat(400_000)}${"]".repeat(400_000)}"`)],
    "a cell of many values": [order(1, `"[${"1,".repeat(400_000)}1]"`)],
  };
  for (const [what, rows] of Object.entries(tables)) {
    await assertQuickImport(operator, what, {
      format: "csv",
      resource: "orders",
      inline: [fields, ...rows].join("\n"),
    });
  }
});
