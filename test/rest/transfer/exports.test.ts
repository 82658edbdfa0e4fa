import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { parse } from "csv-parse/sync";
import { scopeNames, scopes } from "#access/scopes.ts";
import type { ExportName } from "#domain/transfer/exports/export-names.ts";
import { exportNames } from "#domain/transfer/exports/lists.ts";
import { itemOf } from "#domain/transfer/exports/row-text.ts";
import { csvTableOf } from "#lib/csv/csv-table.ts";
import { copyNewest } from "../../support/worlds/cloned-rows.ts";
import { anInhabitedSite } from "../../support/worlds/inhabited-site.ts";
import { exported, filesIn, linesOf, listed } from "../support/exported.ts";
import { type Operator, operatorOf } from "../support/operator.ts";

const everything = scopeNames.filter((name) => scopes[name].kind === "operator").join(" ");

type Row = { id: string; [field: string]: unknown };

const inOrder = (rows: readonly Row[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** Omitted and null values are both an empty cell. */
const cellText = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(cellText);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (item === null ? [] : [[key, cellText(item)]])),
  );
};

/** Rows except those that the job itself writes at its end. */
const without = (rows: readonly Row[], job: string) =>
  rows.filter(({ action, resource }) => !(action === "finishJob" && (resource as { id: string }).id === job));

void describe("The export of a list", () => {
  let operator: Operator;
  before(async () => {
    const inhabited = await anInhabitedSite("Exporter");
    await anInhabitedSite("Neighbour");
    await copyNewest(inhabited.site.site.id, 230);
    operator = await operatorOf(inhabited.site, everything);
  });

  async function answers(name: ExportName): Promise<Row[]> {
    return inOrder(await listed(operator, `/${name}`));
  }

  void test("equals its pages as JSON lines, every row once and ordered by id", async () => {
    const { job, bytes } = await exported(operator, { resources: exportNames, format: "ndjson" });
    assert.match(job.result!.filename, /^export-\d{4}-\d\d-\d\d\.zip$/);
    const files = filesIn(bytes);
    assert.deepEqual(
      [...files.keys()],
      exportNames.map((name) => `${name}.ndjson`),
    );
    let rows = 0;
    for (const name of exportNames) {
      const written = linesOf(files.get(`${name}.ndjson`)!);
      assert.ok(written.length > 0, `There are no ${name}: the test proves nothing.`);
      assert.deepEqual(written, without(await answers(name), job.id), name);
      rows += written.length;
    }
    assert.deepEqual(job.progress, { ...job.progress, total: rows, processed: rows });
  });

  void test("equals them as a table, which reads back to the same values", async () => {
    const { job, bytes } = await exported(operator, { resources: exportNames, format: "csv" });
    const files = filesIn(bytes);
    for (const name of exportNames) {
      const text = files.get(`${name}.csv`)!;
      assert.ok(text.startsWith("\uFEFFobject,id,"), text.slice(0, 100));
      const [header, ...records] = parse(text, { bom: true, recordDelimiter: "\r\n" });
      const reader = csvTableOf(itemOf(name)).reader(header!);
      assert.deepEqual([reader.unknown, reader.repeated], [[], []]);
      const read = records.map((cells) => reader.read(cells));
      assert.deepEqual(cellText(read), cellText(without(await answers(name), job.id)), name);
    }
  });

  void test("continues after an interruption with the missing range", async () => {
    const { job, bytes } = await exported(operator, { resources: ["courses"], format: "ndjson" });
    const { pathname, search } = new URL(job.result!.url);
    const request = (headers: Record<string, string> = {}) => operator.site.get(pathname + search, { headers });
    const { etag, "accept-ranges": unit } = (await request()).headers;
    assert.equal(unit, "bytes");
    const rest = await request({ range: "bytes=100-", "if-range": String(etag) });
    assert.deepEqual([rest.statusCode, rest.headers["content-length"]], [206, String(bytes.length - 100)]);
    assert.equal(rest.headers["content-range"], `bytes 100-${bytes.length - 1}/${bytes.length}`);
    assert.ok(rest.rawPayload.equals(bytes.subarray(100)));
    assert.equal((await request({ range: `bytes=${bytes.length}-` })).statusCode, 416);
  });
});
