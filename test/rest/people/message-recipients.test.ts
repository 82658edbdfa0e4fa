import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { mailsInAll } from "../../support/doubles/mailroom.ts";
import { runMessages } from "../../support/worlds/messages.ts";
import { muteTopic, unverifyEmail } from "../../support/worlds/records.ts";
import type { AMember, ASite } from "../../support/world.ts";
import { textOf } from "../../pages/support/asked.ts";
import { anOperator, operatorOf, problemOf, type Operator } from "../support/operator.ts";

const scopes = "members:read members:write students:read";

interface Recipients {
  data: { member_id: string; result: string; in_inbox: boolean }[];
  page: { next_cursor: string | null; has_more: boolean };
}

async function sendToCrew({ post, site }: Operator, people: readonly AMember[]): Promise<string> {
  const operations = people.map(({ sub }) => ({ op: "tag_add", id: sub, tags: ["crew"] }));
  assertStatus(await post("/members/bulk", { operations }), 200);
  const message = { audience: { kind: "members", tag: "crew" }, subject: "Monday", body_markdown: "Bring a rope." };
  const made = await post("/messages", message);
  assertStatus(made, 201);
  await runMessages(site.site.id);
  return made.json<{ id: string }>().id;
}

/** The address of the member bounces now. */
const bounce = ({ site }: ASite, { email }: AMember) =>
  database.run`
    insert into suppressed_addresses (site_id, id, email, email_key, reason, created_at, updated_at)
    values (${site.id}, ${crypto.randomUUID()}, ${email}, ${email.toLowerCase()}, 'bounce', ${now()}, ${now()})`;

void describe("The recipients of a message", () => {
  void test("are listed by person with the result of each, page by page", async () => {
    const operator = await anOperator(scopes);
    const { site, get } = operator;
    const people = [await site.member(), await site.member(), await site.member(), await site.member()] as const;
    const [reached, muted, unverified, bounced] = people;
    await muteTopic(site, muted, "announcement", "email");
    await unverifyEmail(unverified);
    const id = await sendToCrew(operator, people);
    await bounce(site, bounced);
    const found: Recipients["data"] = [];
    for (let query = "?limit=3"; query !== "";) {
      const answer = await get(`/messages/${id}/recipients${query}`);
      assertStatus(answer, 200);
      const { data, page } = answer.json<Recipients>();
      assert.ok(data.length <= 3);
      found.push(...data);
      query = page.next_cursor === null ? "" : `?limit=3&cursor=${encodeURIComponent(page.next_cursor)}`;
    }
    assert.deepEqual(
      new Map(found.map(({ member_id, result }) => [member_id, result])),
      new Map(
        (
          [
            [reached, "sent"],
            [muted, "unsubscribed"],
            [unverified, "failed"],
            [bounced, "bounced"],
          ] as const
        )
          .toSorted(([one], [other]) => (one.id < other.id ? -1 : 1))
          .map(([{ sub }, result]) => [sub, result]),
      ),
    );
    const browser = await site.signedIn(operator.member);
    const page = textOf(await browser.open(`/admin/messages/${id}/recipients`));
    for (const result of ["Sent", "Unsubscribed", "Failed", "Bounced"]) assert.ok(page.includes(result), result);
  });

  void test("are not shown without the right to list the audience, nor to another school", async () => {
    const operator = await anOperator(`${scopes} events:read`);
    const id = await sendToCrew(operator, [await operator.site.member()]);
    const other = await anOperator(scopes);
    assert.equal((await other.get(`/messages/${id}/recipients`)).statusCode, 404);
    const narrow = await operatorOf(operator.site, "students:read");
    const refused = await narrow.get(`/messages/${id}/recipients`);
    assert.deepEqual([refused.statusCode, problemOf(refused).code], [403, "insufficient_scope"]);
    const member = await operator.site.member({ roles: ["lecturer"] });
    const browser = await operator.site.signedIn(member);
    assert.equal((await browser.open(`/admin/messages/${id}/recipients`)).status, 403);
  });
});

void test("A text whose email has more than 100 kB is refused before it is previewed, tested or sent", async () => {
  const { site, member, post } = await anOperator(scopes);
  const body_markdown = "[a](/b) ".repeat(1249);
  const text = { subject: "Links", body_markdown };
  const audience = { kind: "member", member_id: member.sub };
  for (const [path, fields] of [
    ["/messages", { audience, ...text }],
    ["/messages/preview", { audience, ...text }],
    ["/messages/test", text],
  ] as const) {
    const refused = await post(path, fields);
    assert.equal(refused.statusCode, 422, path);
    const { pointers, detail } = problemOf(refused) as { pointers: string[]; detail?: string };
    assert.deepEqual(pointers, ["/body_markdown"], path);
    assert.match(detail ?? refused.body, /at most 100 kB/);
  }
  assert.equal(await mailsInAll(member.email), 0);
  const kept = await database.many`select id from messages where site_id = ${site.site.id}`;
  assert.deepEqual(kept, []);
  assertStatus(await post("/messages/preview", { audience, subject: "Long", body_markdown: "a".repeat(10_000) }), 200);
});
