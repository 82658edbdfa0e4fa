import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { scopeNames, scopes } from "#access/scopes.ts";
import { newId } from "#domain/platform/ids.ts";
import { wordsOf } from "#domain/platform/declared-table.ts";
import { personalTables } from "#domain/privacy/tables.ts";
import { assertOk, assertStatus } from "../support/assert-status.ts";
import { day, now } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import { anInhabitedSite, type InhabitedSite } from "../support/worlds/inhabited-site.ts";
import { runJobsOf } from "../support/processes/run-jobs.ts";
import { searchDatabase } from "../support/worlds/whole-database.ts";
import { postbox } from "../support/world.ts";
import { type Operator, operatorOf } from "../rest/support/operator.ts";

const everyScope = scopeNames.filter((name) => scopes[name].kind === "operator").join(" ");

/** A text about a person that does not name the person. */
const aMarker = () => `zq${newId().replaceAll("-", "").slice(-16)}`;

interface Row {
  id: string;
  member_id?: string;
  student_id?: string;
}

/** Texts that staff can write, by the column in which they stay. */
const keptTexts = (marker: string) => ({
  "orders.number": `N-${marker}`,
  "orders.external_id": `oe-${marker}`,
  "orders.invoice_number": `I-${marker}`,
  "order_lines.name": `Line ${marker}`,
  "refunds.external_id": `re-${marker}`,
});

/** Writes the marker into every text about the person that the operator API accepts. */
async function describePerson(operator: Operator, { member }: InhabitedSite, marker: string): Promise<void> {
  const said = `Says ${marker}.`;
  const metadata = { note: said };
  const noted = (suffix: string) => ({ metadata, external_id: `${suffix}-${marker}` });
  const first = async (path: string): Promise<string> => {
    const response = await operator.get(path);
    assertOk(response);
    const own = response
      .json<{ data: Row[] }>()
      .data.find((row) => [row.member_id, row.student_id].includes(member.sub));
    assert.ok(own, `${path} has no row of the person`);
    return own.id;
  };
  let key = 0;
  const keyed = () => ({ "idempotency-key": `${marker}-${key++}` });
  const post = async (path: string, body: object) => {
    const response = await operator.post(path, body, keyed());
    assertOk(response);
    return response.json<{ id: string }>();
  };
  const patch = async (path: string, body: object) => assertOk(await operator.patch(path, body));

  await patch(`/members/${member.sub}`, {
    ...noted("m"),
    tags: [marker],
    custom_fields: { employer: said },
    marketing_consent: { granted: true, source: said },
  });
  await post(`/members/${member.sub}/notes`, { body: said });
  await post(`/members/${member.sub}/notifications`, { title: said, body: said, url: "/events" });
  const enrollment = await first("/enrollments");
  await patch(`/enrollments/${enrollment}`, noted("e"));
  await post(`/submissions/${await first("/submissions")}/grade`, { score: 50, feedback: said });
  await post(`/certificates/${await first("/certificates")}/revoke`, { reason: said });
  await post(`/enrollments/${enrollment}/revoke`, { reason: said });
  const subscription = await first("/subscriptions");
  await patch(`/subscriptions/${subscription}`, noted("s"));
  await post(`/subscriptions/${subscription}/cancel`, { mode: "now", reason: said });
  await patch(`/reviews/${await first("/reviews")}`, { reply: said, metadata });
  await sell(operator, member.sub, marker, { metadata, said, post });
}

async function sell(
  operator: Operator,
  memberId: string,
  marker: string,
  {
    metadata,
    said,
    post,
  }: { metadata: object; said: string; post: (path: string, body: object) => Promise<{ id: string }> },
): Promise<void> {
  const products = (await operator.get("/digital_products")).json<{ data: Row[] }>().data;
  const kept = keptTexts(marker);
  const order = await post("/orders", {
    member_id: memberId,
    kind: "external",
    line_items: [
      { product_id: products[0]!.id, name: kept["order_lines.name"], unit_amount: { amount: 900, currency: "EUR" } },
    ],
    number: kept["orders.number"],
    invoice: { number: kept["orders.invoice_number"], url: `https://books.example/${marker}` },
    provider_reference: said,
    remark: said,
    fulfill: false,
    external_id: kept["orders.external_id"],
    metadata,
  });
  await post("/refunds", { order_id: order.id, reason: said, external_id: kept["refunds.external_id"], metadata });
}

const past = (days: number) => new Date(now().getTime() - days * day);

void describe("A text that staff wrote about a person", () => {
  void test("is nowhere in the database after the erasure but where the catalog keeps it", async () => {
    const marker = aMarker();
    const there = await anInhabitedSite(`Q${marker.slice(4)}`);
    const { site, member } = there;
    const operator = await operatorOf(site, everyScope);
    await database.run`update events set starts_at = ${past(2)}, ends_at = ${past(1)} where site_id = ${site.site.id}`;
    await database.run`
      update consulting_bookings set starts_at = ${past(2)}, ends_at = ${past(1)} where site_id = ${site.site.id}`;
    await describePerson(operator, there, marker);

    const written = await columnsWith(marker);
    const undeclared = [...written].filter((column) => isFixed(column));
    assert.deepEqual(undeclared, [], "Columns that the catalog calls fixed hold a text of staff.");
    for (const column of ["payments.provider_reference", "refunds.reason", "orders.remark", "idempotency_keys.body"]) {
      assert.ok(written.has(column), `${column} has no text of staff`);
    }

    const erased = await operator.post(`/members/${member.sub}/erase`, {
      confirm_email: member.email,
      reason: "Requested",
      cancel_subscriptions: true,
    });
    assertStatus(erased, 202);
    await runJobsOf(site.site, { mail: postbox });
    const kept = new Set(
      personalTables.flatMap(({ table, kept: columns = {} }) =>
        Object.keys(columns).map((column) => `${table}.${column}`),
      ),
    );
    const left = await columnsWith(marker);
    assert.deepEqual([...left].filter((column) => !kept.has(column)).toSorted(), []);
    assert.deepEqual([...left].toSorted(), Object.keys(keptTexts(marker)).toSorted());
  });
});

/** The columns of the whole database that contain the text. */
async function columnsWith(marker: string): Promise<Set<string>> {
  const found = new Set<string>();
  for (const table of new Set((await searchDatabase([marker])).map((row) => row.table))) {
    const { rows } = await database.pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(whole) as row from ${table} as whole where lower(whole::text) like $1`,
      [`%${marker}%`],
    );
    for (const { row } of rows) {
      for (const [column, value] of Object.entries(row)) {
        if (JSON.stringify(value).toLowerCase().includes(marker)) found.add(`${table}.${column}`);
      }
    }
  }
  return found;
}

const isFixed = (name: string): boolean =>
  personalTables.some(({ table, fixed }) => wordsOf(fixed).some((column) => `${table}.${column}` === name));
