import assert from "node:assert/strict";
import { test } from "node:test";
import { scopes } from "#access/scopes.ts";
import { newId } from "#domain/platform/ids.ts";
import { insertSession } from "#domain/people/sessions/queries.ts";
import { parseClientId } from "#oauth/clients/client.ts";
import { allow } from "#oauth/grants.ts";
import type { Page, TestBrowser } from "../../support/browser-session.ts";
import { later, minute } from "../../support/clock.ts";
import { changeClient, setRoles } from "../../support/worlds/records.ts";
import { aSite } from "../../support/world.ts";

/** The text of each row of a list, in page order. */
function rowsIn({ body }: Page, list: "applications" | "sessions"): string[] {
  const section = new RegExp(`<section id="${list}".*?</section>`, "s").exec(body)![0];
  return [...section.matchAll(/<li class="row">(.*?)<\/form>(.*?)(?=<li class="row">|$)/gs)].map(([row]) =>
    row
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim(),
  );
}

const nextOf = ({ body }: Page, list: string) =>
  new RegExp(`href="(/account\\?${list}=[^"#]+)#${list}"`).exec(body)?.[1];

/** All rows of a list, page by page. */
async function walk(browser: TestBrowser, list: "applications" | "sessions"): Promise<string[][]> {
  const pages: string[][] = [];
  for (let address: string | undefined = "/account"; address !== undefined;) {
    const page: Page = await browser.open(address);
    assert.equal(page.status, 200);
    pages.push(rowsIn(page, list));
    address = nextOf(page, list);
  }
  return pages;
}

void test("An application is listed with its current permissions: its scopes limited by the member's roles", async () => {
  const site = await aSite();
  const member = await site.member({ roles: ["manager", "student"] });
  const client = await site.operatorClient({ audience: "operator" });
  await site.connect(client, member, "openid courses:read orders:read");
  const browser = await site.signedIn(member);
  const may = async () => {
    const { body } = await browser.open("/account");
    return (["openid", "courses:read", "orders:read"] as const).filter((scope) => body.includes(scopes[scope].means));
  };
  assert.deepEqual(await may(), ["openid", "courses:read", "orders:read"]);
  await changeClient(site, client, { scopes: ["openid", "orders:read"] });
  assert.deepEqual(await may(), ["openid", "orders:read"]);
  await setRoles(site, member, ["student"]);
  assert.deepEqual(await may(), ["openid"]);
  await changeClient(site, client, { scopes: ["orders:read"] });
  assert.deepEqual(await may(), []);
  assert.match((await browser.open("/account")).body, /No current access/);
});

void test("A blocked application is marked and can be withdrawn; a deleted one is not listed", async () => {
  const site = await aSite();
  const member = await site.member();
  const client = await site.operatorClient();
  await site.connect(client, member, "openid");
  const browser = await site.signedIn(member);
  await changeClient(site, client, { blockedAt: new Date() });
  const blocked = await browser.open("/account");
  assert.match(rowsIn(blocked, "applications")[0]!, /Blocked by the administrators of Harbour School/);
  assert.ok(!blocked.body.includes(scopes.openid.means));
  assert.equal(
    (await browser.submit(blocked, {}, /\/account\/applications\/\w+\/revoke/.exec(blocked.body)![0])).status,
    200,
  );

  await changeClient(site, client, { blockedAt: null });
  await site.connect(client, member, "openid");
  assert.equal(rowsIn(await browser.open("/account"), "applications").length, 1);
  await changeClient(site, client, { deletedAt: new Date() });
  assert.equal(rowsIn(await browser.open("/account"), "applications").length, 0);
});

void test("Each application is listed with its reviewer and its redirect host", async () => {
  const site = await aSite();
  const member = await site.member();
  const document = { origin: "metadata_document", metadataUrl: "https://notes.example.test/client.json" } as const;
  const clients = [
    await site.register(),
    await site.operatorClient({ audience: "member" }),
    await site.operatorClient({ audience: "operator" }),
    await site.operatorClient({ audience: "operator", origin: "integration" }),
    await site.operatorClient({ audience: "operator", redirectUris: ["https://notes.example.test/cb"], ...document }),
  ];
  for (const [index, { clientId, redirectUri }] of clients.entries()) {
    const context = { ...site.context(), now: new Date(Date.now() + index * 1000) };
    await allow(context, { memberId: member.id, clientId: parseClientId(clientId)!, redirectUri, scopes: ["openid"] });
  }
  const rows = rowsIn(await (await site.signedIn(member)).open("/account"), "applications").toReversed();
  const expected: RegExp[] = [
    /Registered itself under this name.*Redirects to a program on your computer/,
    /Registered by Harbour School for its members.*Redirects to buddy\.example\.test/,
    /Registered by Harbour School for its staff/,
    /An integration that Harbour School has enabled/,
    /a metadata document at notes\.example\.test ?\..*Redirects to notes\.example\.test/,
  ];
  for (const [index, pattern] of expected.entries()) assert.match(rows[index]!, pattern);
});

void test("A program that listens at a different port each time is listed once", async () => {
  const site = await aSite();
  const member = await site.member();
  const client = await site.register();
  for (const port of [40001, 40002, 40003]) {
    await site.connect({ ...client, redirectUri: `http://127.0.0.1:${port}/callback` }, member, "openid");
  }
  const rows = rowsIn(await (await site.signedIn(member)).open("/account"), "applications");
  assert.equal(rows.length, 1);
  assert.equal(rows[0]!.match(/Redirects to/g)?.length, 1);
  const consents = await site.context().db.many`select 1 from consents where site_id = ${site.id}`;
  assert.equal(consents.length, 1);
});

void test("The last use is the last time tokens were issued, even if they were revoked since", async () => {
  const site = await aSite();
  const member = await site.member();
  const client = await site.register();
  await site.allow(client, member, "openid");
  const browser = await site.signedIn(member);
  const row = async () => rowsIn(await browser.open("/account"), "applications")[0]!;
  assert.match(await row(), /Not used yet/);
  const tokens = await site.connect(client, member, "openid");
  const first = /Last used (.*?UTC)/.exec(await row())![1]!;
  const refreshed = await later(90 * minute, async () => await site.refresh(client, tokens.refresh_token));
  assert.notEqual(/Last used (.*?UTC)/.exec(await row())![1]!, first);
  const { refresh_token } = refreshed.json<{ refresh_token: string }>();
  await site.postForm("/api/oauth/revoke", { token: refresh_token, client_id: client.clientId });
  assert.notEqual(/Last used (.*?UTC)/.exec(await row())![1]!, first);
});

void test("All applications are listed on some page, the one allowed last first", async () => {
  const site = await aSite();
  const member = await site.member();
  const names = Array.from({ length: 120 }, (_, index) => `Application ${String(index).padStart(3, "0")}`);
  for (const [index, name] of names.entries()) {
    const { clientId, redirectUri } = await site.operatorClient({ id: newId(), name });
    // Some share a timestamp.
    const now = new Date(Date.now() + Math.floor(index / 10) * 1000);
    const consent = {
      memberId: member.id,
      clientId: parseClientId(clientId)!,
      redirectUri,
      scopes: ["openid"],
    } as const;
    await allow({ ...site.context(), now }, consent);
  }
  const browser = await site.signedIn(member);
  const pages = await walk(browser, "applications");
  assert.deepEqual(
    pages.map(({ length }) => length),
    [50, 50, 20],
  );
  const listed = pages.flat().map((row) => /Application \d+/.exec(row)![0]);
  assert.deepEqual(listed, names.toReversed());

  const first = await browser.open("/account");
  assert.match(first.body, /<span class="count">120<\/span>/);
  assert.ok(!first.body.includes("First page"));
  assert.match((await browser.open(nextOf(first, "applications")!)).body, /href="\/account#applications">First page/);
});

void test("All sessions of a member are listed on some page", async () => {
  const site = await aSite();
  const member = await site.member();
  for (let index = 0; index < 70; index++) {
    const session = { memberId: member.id, userAgent: `Firefox/${index}`, address: `192.0.2.${index}` };
    await insertSession({ ...site.context(), now: new Date(Date.now() - index * 1000) }, session);
  }
  const browser = await site.signedIn(member);
  const [first, second] = [await browser.open("/account"), (await walk(browser, "sessions"))[1]!];
  const addresses = [...rowsIn(first, "sessions"), ...second].map((row) => /192\.0\.2\.\d+/.exec(row)?.[0]);
  assert.equal(new Set(addresses.filter(Boolean)).size, 70);
  assert.match(first.body, /<span class="count">71<\/span>/);
  assert.match(first.body, /action="\/account\/sessions\/revoke-others"/);
});

void test("An invalid cursor is reported instead of another list", async () => {
  const site = await aSite();
  const browser = await site.signedIn(await site.member());
  for (const cursor of ["x", "W10", "gra_00000000000000000000000000"]) {
    assert.equal((await browser.open(`/account?applications=${cursor}`)).status, 400);
    assert.equal((await browser.open(`/account?sessions=${cursor}`)).status, 400);
  }
  assert.equal((await browser.open("/account?applications=a&applications=b")).status, 400);
});
