import assert from "node:assert/strict";
import { test } from "node:test";
import { auditOf } from "../../support/worlds/records.ts";
import { aSite, type ASite } from "../../support/world.ts";

const path = "/admin/developers/registered";

async function aRunSite() {
  const site = await aSite();
  return { site, browser: await site.signedIn(await site.member({ roles: ["manager"] })) };
}

/** Further clients, of which only the name matters. */
async function registerMany(site: ASite, count: number): Promise<void> {
  for (let number = 1; number <= count; number++)
    await site.operatorClient({ name: `Program ${number}`, origin: "registered" });
}

void test("Self-registered programs are listed with members and dates, and without other applications", async () => {
  const { site, browser } = await aRunSite();
  assert.match((await browser.open(path)).body, /No self-registered applications yet\./);
  const used = await site.register({ client_name: "Reader" });
  const unused = await site.register({ client_name: "Writer" });
  const made = await site.operatorClient({ name: "Study Buddy" });
  for (const _ of [1, 2]) await site.connect(used, await site.member(), "openid");
  const { body } = await browser.open(path);
  const [, writer, reader] = body.split('<li class="row">');
  assert.match(
    writer!,
    new RegExp(`Writer.*${unused.clientId}.*http://127\\.0\\.0\\.1:43117/callback.*0 connected.*Not used yet`, "s"),
  );
  assert.match(reader!, new RegExp(`Reader.*${used.clientId}.*2 connected.*Last used`, "s"));
  assert.ok(!body.includes(made.clientId));
});

void test("Deleting a program asks for confirmation and revokes its tokens and consents", async () => {
  const { site, browser } = await aRunSite();
  const client = await site.register({ client_name: "Reader" });
  const member = await site.member();
  const tokens = await site.connect(client, member, "openid email");
  const other = await site.connect(await site.register(), member, "openid");

  const question = await browser.open(`${path}/${client.clientId}/delete`);
  assert.match(question.body, /Delete <bdi[^>]*>Reader<\/bdi>\?.*Connected members: 1\./s);
  assert.equal((await site.userinfo(tokens.access_token)).statusCode, 200, "the question changes nothing");
  const deleted = await browser.submit(question, {});
  assert.equal(deleted.address, `${path}?done=deleted`);
  assert.ok(!deleted.body.includes(client.clientId));

  assert.equal((await site.userinfo(tokens.access_token)).statusCode, 401);
  assert.equal((await site.refresh(client, tokens.refresh_token)).statusCode, 401);
  assert.equal((await site.userinfo(other.access_token)).statusCode, 200);
  assert.doesNotMatch((await (await site.signedIn(member)).open("/account")).body, /Revoke access: Reader, /);
  const entry = (await auditOf(site)).at(-1)!;
  assert.deepEqual([entry.action, entry.details], ["deleteRegisteredApplication", { name: "Reader", endedGrants: 1 }]);
  assert.equal((await browser.open(`${path}/${client.clientId}/delete`)).status, 404);
});

void test("Operators' applications and unknown ids cannot be deleted here", async () => {
  const { site, browser } = await aRunSite();
  const { clientId } = await site.operatorClient();
  const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open("/account")).body)![1]!;
  for (const id of [clientId, "cli_00000000000000000000000000", "x", "%00"]) {
    for (const { status } of [
      await browser.open(`${path}/${id}/delete`),
      await browser.open(`${path}/${id}/delete`, { csrf }),
    ]) {
      assert.ok(status === 404 || status === 400, `${id}: ${status}`);
    }
  }
  assert.equal(
    (
      await site.connect(
        { clientId, redirectUri: "https://buddy.example.test/callback" },
        await site.member(),
        "openid",
      )
    ).scope,
    "openid",
  );
});

void test("Pages of 50 are sorted newest first and link back", async () => {
  const { site, browser } = await aRunSite();
  await registerMany(site, 120);
  const seen: string[] = [];
  let page = await browser.open(path);
  for (;;) {
    seen.push(...[...page.body.matchAll(/<h2><bdi[^>]*>(Program \d+)</g)].map(([, name]) => name!));
    const next = /<a href="([^"]+)">Next page<\/a>/.exec(page.body)?.[1];
    if (!next) break;
    page = await browser.open(next);
    assert.match(page.body, /<a href="\/admin\/developers\/registered">First page<\/a>/);
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 120 }, (_, index) => `Program ${120 - index}`),
  );
  assert.equal((await browser.open(`${path}?before=x`)).status, 400);
});

void test("A forged form deletes nothing", async () => {
  const { site, browser } = await aRunSite();
  const { clientId } = await site.register();
  assert.equal((await browser.open(`${path}/${clientId}/delete`, { csrf: "made-up" })).status, 403);
  assert.ok((await browser.open(path)).body.includes(clientId));
});
