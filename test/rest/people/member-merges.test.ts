import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { day } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { mailsInAll, mailsTo } from "../../support/doubles/mailroom.ts";
import { auditActions, outboxOf } from "../../support/worlds/records.ts";
import { aSite, later, password } from "../../support/world.ts";
import { signIn } from "../../pages/support/sign-up-forms.ts";
import { type AMerge, decide, mergeBoth, mergeLinkOf, requestMerge, twoMembers } from "../support/member-merges.ts";
import { operatorOf, problemOf } from "../support/operator.ts";

void describe("A merge of two members", () => {
  void test("happens when the person has confirmed at both addresses, and only then", async () => {
    const { operator, site, from, into } = await twoMembers();
    const merge = await requestMerge(operator, from, into);
    assert.deepEqual(
      [merge.object, merge.status, merge.from_member_id, merge.into_member_id, merge.requested_by],
      ["member_merge", "pending", from.sub, into.sub, operator.member.sub],
    );
    const link = await mergeLinkOf(from);
    const page = await site.browser().open(link);
    assert.ok(page.body.includes(from.email) && !page.body.includes(into.email), "the other address is masked");
    assert.ok(page.body.includes(`a…${into.email.slice(into.email.indexOf("@"))}`));
    assert.equal((await operator.get(`/member_merges/${merge.id}`)).json<AMerge>().confirmed_from_at, null);

    const first = await decide(operator, link);
    assert.match(first.body, /This address has confirmed/);
    assert.equal((await operator.get(`/members/${from.sub}`)).statusCode, 200);
    assert.equal((await site.browser().open(link)).status, 404, "a link works once");
    const second = await decide(operator, await mergeLinkOf(into));
    assert.match(second.body, /Your records are merged/);

    assert.equal((await operator.get(`/members/${from.sub}`)).statusCode, 404);
    assert.equal((await operator.get(`/members/${into.sub}`)).json<{ name: string }>().name, "Ana B. Lima");
    const done = (await operator.get(`/member_merges/${merge.id}`)).json<AMerge>();
    assert.equal(done.status, "completed");
    assert.ok(done.confirmed_from_at && done.confirmed_into_at && done.completed_at);
    for (const { email } of [from, into]) {
      await mailsInAll(email);
      const subjects = (await mailsTo(email)).map((mail) => mail.email.subject);
      assert.ok(subjects.includes("Your records at Harbour School were merged"), subjects.join());
    }
    const event = (await outboxOf(site)).find(({ type }) => type === "member.merged");
    assert.deepEqual([event!.objectId, event!.data["id"], event!.data["object"]], [into.sub, into.sub, "member"]);
    const row = await database.one<{ previousAttributes: unknown }>`
      select previous_attributes from outbox_events where site_id = ${site.site.id} and type = 'member.merged'`;
    assert.deepEqual(row.previousAttributes, { id: from.sub });
    const actions = await auditActions(site);
    for (const action of ["mergeMember", "confirmMemberMerge", "completeMemberMerge"]) {
      assert.ok(actions.includes(action), action);
    }
  });

  void test("ends the ways in of the merged member here, and leaves the account and other sites alone", async () => {
    const { operator, site, from, into } = await twoMembers();
    const elsewhere = await aSite();
    const there = await elsewhere.member({ email: from.email });
    assert.equal(there.accountId, from.accountId);
    const browser = await site.signedIn(from);
    const client = await site.operatorClient();
    const tokens = await site.connect(client, from, "openid account:read");
    await mergeBoth(operator, from, into);
    assert.match((await browser.open("/account")).address, /sign-in/);
    assert.equal((await site.userinfo(tokens.access_token)).statusCode, 401);
    assert.equal((await site.refresh(client, tokens.refresh_token)).statusCode, 400);
    assert.notEqual((await signIn(site, from.email, password)).address, "/learn");
    assert.equal((await signIn(site, into.email, password)).address, "/learn");
    assert.equal((await signIn(elsewhere, from.email, password)).address, "/learn");
  });

  void test("keeps the values of the surviving member, and fills empty fields from the other", async () => {
    const { operator, from, into } = await twoMembers();
    const theirs = { phone: "+886 2 1234 5678", external_id: "crm-1", tags: ["a", "b"], metadata: { x: "1", y: "1" } };
    assertStatus(await operator.patch(`/members/${from.sub}`, { ...theirs, locale: "zh-TW" }), 200);
    assertStatus(await operator.patch(`/members/${into.sub}`, { tags: ["b", "c"], metadata: { y: "2" } }), 200);
    await database.run`
      update members set joined_at = joined_at - interval '1 year' where site_id = ${operator.site.site.id} and id = ${from.id}`;
    const before = (await operator.get(`/members/${from.sub}`)).json<{ joined_at: string }>();
    await mergeBoth(operator, from, into);
    const member = (await operator.get(`/members/${into.sub}`)).json<Record<string, unknown>>();
    assert.deepEqual(
      [member["name"], member["email"], member["phone"], member["external_id"], member["locale"]],
      ["Ana B. Lima", into.email, "+886 2 1234 5678", "crm-1", "zh-TW"],
    );
    assert.deepEqual(member["tags"], ["b", "c", "a"]);
    assert.deepEqual(member["metadata"], { x: "1", y: "2" });
    assert.equal(member["joined_at"], before.joined_at);
  });

  void test("is previewed by a dry run, which stores and mails nothing", async () => {
    const { operator, from, into } = await twoMembers();
    assertStatus(await operator.post(`/members/${from.sub}/notes`, { body: "Met at the fair" }), 201);
    const response = await operator.post(`/members/${from.sub}/merge?dry_run=true`, { into_id: into.sub });
    assertStatus(response, 200);
    assert.match(response.body, /"kind":"notes","moved":1,"combined":0,"dropped":0/);
    assert.deepEqual((await operator.get("/member_merges")).json<{ data: unknown[] }>().data, []);
    assert.equal(await mailsInAll(from.email), 0);
    assert.equal((await operator.get(`/members/${from.sub}`)).statusCode, 200);
    const { records } = await requestMerge(operator, from, into);
    assert.deepEqual(records, [{ kind: "notes", moved: 1, combined: 0, dropped: 0 }]);
  });

  void test("is declined by either address, canceled by staff, or expires after a week", async () => {
    const { operator, site, from, into } = await twoMembers();
    const declined = await requestMerge(operator, from, into);
    const [link, other] = [await mergeLinkOf(from), await mergeLinkOf(into)];
    assert.match((await decide(operator, link, "decline")).body, /The merge is declined/);
    assert.equal((await operator.get(`/member_merges/${declined.id}`)).json<AMerge>().status, "canceled");
    assert.equal((await site.browser().open(other)).status, 404);

    const canceled = await requestMerge(operator, into, from);
    const open = await mergeLinkOf(from);
    assertStatus(await operator.post(`/member_merges/${canceled.id}/cancel`), 200);
    assert.equal((await site.browser().open(open)).status, 404);
    assert.equal(problemOf(await operator.post(`/member_merges/${canceled.id}/cancel`)).code, "invalid_state");

    const expired = await requestMerge(operator, from, into);
    const late = await mergeLinkOf(from);
    await later(8 * day, async () => {
      assert.equal((await site.browser().open(late)).status, 404);
      const fresh = await operatorOf(site, "members:read members:write");
      assert.equal((await fresh.get(`/member_merges/${expired.id}`)).json<AMerge>().status, "expired");
      assert.equal((await requestMerge(fresh, from, into)).status, "pending");
    });
  });

  void test("runs once if both addresses confirm at the same time", async () => {
    const { operator, from, into } = await twoMembers();
    const { id } = await requestMerge(operator, from, into);
    const links = [await mergeLinkOf(from), await mergeLinkOf(into)];
    const pages = await Promise.all(links.map((link) => decide(operator, link)));
    assert.deepEqual(
      pages.map(({ status }) => status),
      [200, 200],
    );
    assert.equal(pages.filter(({ body }) => body.includes("Your records are merged")).length, 1);
    assert.equal((await operator.get(`/member_merges/${id}`)).json<AMerge>().status, "completed");
    assert.equal((await outboxOf(operator.site)).filter(({ type }) => type === "member.merged").length, 1);
  });

  void test("is requested once: of two requests that cross, one wins", async () => {
    const { operator, from, into } = await twoMembers();
    const answers = await Promise.all([
      operator.post(`/members/${from.sub}/merge`, { into_id: into.sub }),
      operator.post(`/members/${into.sub}/merge`, { into_id: from.sub }),
    ]);
    assert.deepEqual(new Set(answers.map(({ statusCode }) => statusCode)), new Set([200, 409]));
    assert.match(answers.map(({ body }) => body).join(), /another pending merge of one of the members/);
  });

  void test("works again as the survivor of an earlier merge", async () => {
    const { operator, site, from, into } = await twoMembers();
    const third = await site.member();
    await mergeBoth(operator, from, into);
    await mergeBoth(operator, into, third);
    const merges = (await operator.get("/member_merges?sort=created_at")).json<{ data: AMerge[] }>().data;
    assert.deepEqual(
      merges.map((merge) => [merge.from_member_id, merge.into_member_id]),
      [
        [from.sub, third.sub],
        [into.sub, third.sub],
      ],
    );
  });
});
