import assert from "node:assert/strict";
import { test } from "node:test";
import { database as db } from "../support/databases/database.ts";
import { answerOf, aSite, password } from "../support/world.ts";
import { ask } from "./support/ask.ts";

const prompt = "select_account";

async function connected() {
  const site = await aSite();
  const [client, ana] = [await site.operatorClient(), await site.member()];
  await site.connect(client, ana, "openid");
  return { site, client, ana, browser: await site.signedIn(ana) };
}

void test("prompt=select_account offers the signed-in member, who continues without a password", async () => {
  const { site, client, ana, browser } = await connected();
  const page = await ask(site, client, { prompt }, browser);
  assert.match(page.address, /^\/select-account\?/);
  assert.ok(page.body.includes(ana.email) && page.body.includes("Study Buddy"));
  const end = await browser.submit(page, { account: ana.sub });
  assert.match(answerOf(end).code, /^lac_/);
});

void test("Another account signs in, and the code is for that account", async () => {
  const { site, client, ana, browser } = await connected();
  const bo = await site.member({ name: "Bo" });
  const signIn = await browser.submit(await ask(site, client, { prompt }, browser), { account: "other" });
  assert.match(signIn.address, /^\/sign-in\?/);
  assert.ok(!signIn.body.includes(ana.email), "the field is empty");
  const consent = await browser.submit(signIn, { email: bo.email, password });
  assert.match(consent.address, /^\/consent\?/);
  assert.match(answerOf(await browser.submit(consent, { decision: "allow" })).code, /^lac_/);
});

void test("The choice cannot be skipped: not by the consent page, nor by a member the page was not shown to", async () => {
  const { site, client, browser } = await connected();
  const page = await ask(site, client, { prompt }, browser);
  const consent = await browser.open(page.address.replace("/select-account", "/consent"));
  assert.match(consent.address, /^\/select-account\?/);
  const other = await site.member();
  assert.match((await browser.submit(page, { account: other.sub })).body, /Choose an account/);
  assert.match((await browser.submit(page, { account: "other", csrf: "made-up" })).body, /Choose an account/);
});

void test("A choice applies to one member: a member who signs in meanwhile chooses again", async () => {
  const { site, client, ana, browser } = await connected();
  const page = await ask(site, client, { prompt: `${prompt} consent` }, browser);
  const consent = await browser.submit(page, { account: ana.sub });
  assert.match(consent.address, /^\/consent\?/);
  for (const [name, value] of (await site.signedIn(await site.member())).cookies) browser.cookies.set(name, value);
  // The session of the other member is older than the request.
  const again = await browser.open(consent.address);
  assert.match(again.address, /^\/(select-account|consent)\?/);
});

void test("A session from the millisecond of the request does not count as the choice", async () => {
  const { site, client, browser } = await connected();
  const page = await ask(site, client, { prompt }, browser);
  const { id } = site.site;
  await db.run`
    update sessions set authenticated_at = (select max(created_at) from authorizations where site_id = ${id})
     where site_id = ${id}`;
  const consent = await browser.open(page.address.replace("/select-account", "/consent"));
  assert.match(consent.address, /^\/select-account\?/);
});

void test("A sign-in also counts as the choice", async () => {
  const { site, client, ana } = await connected();
  const browser = site.browser();
  const page = await ask(site, client, { prompt }, browser);
  assert.match(page.address, /^\/sign-in\?/);
  assert.match(answerOf(await browser.submit(page, { email: ana.email, password })).code, /^lac_/);
});
