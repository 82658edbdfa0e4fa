import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { type Row, rowsIn as nestedRows } from "#domain/transfer/site-archive/archive-format.ts";
import { database } from "../../support/databases/database.ts";
import { anInhabitedSite } from "../../support/worlds/inhabited-site.ts";
import { aSite } from "../../support/world.ts";
import { completeHistory } from "./complete-history.ts";
import { craftedArchive, exportedSite, importedSite, rowsIn } from "./support.ts";

void describe("An archive of a site", () => {
  let archive: string;
  before(async () => {
    const { site, member } = await anInhabitedSite("Portable");
    await completeHistory(site, member.id);
    archive = await exportedSite(site);
  });

  void test("names the order or subscription of an enrollment as the API does, and the line of the order", async () => {
    const { enrollments = [], orders = [] } = Object.fromEntries(await rowsIn(archive));
    const bought = enrollments.find(({ source }) => source === "purchase");
    const order = orders.find(({ id }) => id === bought?.["source_id"]);
    assert.ok(nestedRows(order ?? {}, "line_items").some(({ id }) => id === bought?.["source_line_id"]));
    const given = enrollments.find(({ source }) => source === "membership");
    assert.match(String(given?.["source_id"]), /^sbs_/);
    assert.equal(given?.["source_line_id"], null);
  });

  void test("is imported without values that contradict each other, which are reported", async () => {
    const past = "2020-01-01T00:00:00.000Z";
    const changes: Record<string, [change: (row: Row) => Row, reported: RegExp]> = {
      orders: [
        (row) => ({
          ...row,
          line_items: nestedRows(row, "line_items").map((line) => ({ ...line, refunded_amount: 999_999_999 })),
        }),
        /^\/line_items\/0\/refunded_amount: Expected at most \d+, the amount of the line\.$/,
      ],
      enrollments: [
        (row) => ({ ...row, revoked_at: null, revoked_for: "refund" }),
        /^\/revoked_for: Only enrollments with revoked_at have revoked_for\.$/,
      ],
      certificates: [
        (row) => ({ ...row, status: "valid", revoked_at: past }),
        /^\/revoked_at: Only rows with the status revoked have revoked_at\.$/,
      ],
      submissions: [
        (row) => ({ ...row, status: "graded", graded_at: null }),
        /^\/graded_at: The status graded requires/,
      ],
      quiz_attempts: [
        (row) => ({ ...row, submitted_at: null, passed: true }),
        /^\/(?:score_percent|passed): Only submitted attempts have/,
      ],
      enrollment_requests: [
        (row) => ({ ...row, status: "pending", decided_at: past }),
        /^\/decided_at: Only decided requests have decided_at\.$/,
      ],
      invitations: [
        (row) => ({ ...row, expires_at: past }),
        /^\/expires_at: Expected a time that is not before sent_at\.$/,
      ],
      event_registrations: [
        (row) => ({ ...row, status: "canceled", canceled_at: null }),
        /^\/canceled_at: The status canceled requires canceled_at\.$/,
      ],
    };
    const crafted = Object.fromEntries(Object.entries(changes).map(([name, [change]]) => [name, change]));
    const copy = await aSite();
    const { reported } = await importedSite(copy, await craftedArchive(archive, crafted));
    for (const [name, [, expected]] of Object.entries(changes)) {
      const details = reported.filter((one) => one.name.startsWith(`${name} `)).map(({ detail }) => detail);
      assert.ok(
        details.some((detail) => expected.test(detail)),
        `${name}: ${JSON.stringify(details)}`,
      );
    }
    const stored = await database.one<{ rows: number }>`
      select (select count(*)::integer from order_lines where site_id = ${copy.id} and refunded_amount > amount)
           + (select count(*)::integer from enrollments where site_id = ${copy.id} and revoked_for is not null) as rows`;
    assert.equal(stored.rows, 0);
  });

  void test("is imported without an order line of another order than that of the enrollment", async () => {
    const { orders = [] } = Object.fromEntries(await rowsIn(archive));
    const other = (row: Row) => orders.flatMap(({ id }) => (id === row["source_id"] ? [] : [id]))[0] ?? null;
    const enrollments = (row: Row): Row => (row["source"] === "purchase" ? { ...row, source_id: other(row) } : row);
    const { reported } = await importedSite(await aSite(), await craftedArchive(archive, { enrollments }));
    assert.match(JSON.stringify(reported), /Expected a line of the order in source_id/);
  });
});
