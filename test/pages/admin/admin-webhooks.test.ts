import assert from "node:assert/strict";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { database } from "../../support/databases/database.ts";
import { auditActions } from "../../support/worlds/records.ts";
import { answering, aReceiver, aSiteWithReceivers, deliverDue } from "../../support/doubles/webhook-receiver.ts";
import { operatorOf } from "../../rest/support/operator.ts";

const path = "/admin/webhooks";

async function aRunSite() {
  const site = await aSiteWithReceivers();
  const owner = await site.member({ roles: ["owner"] });
  return { site, browser: await site.signedIn(owner) };
}

const secretIn = (body: string) => /whsec_[\w+/=]+/.exec(body)?.[0];

async function anEndpoint(url: string) {
  const { site, browser } = await aRunSite();
  const form = await browser.open(`${path}/new`);
  const made = await browser.submit(
    form,
    { url, payload: "full", "type.course.created": "on", "type.ping": "on" },
    `${path}/new`,
  );
  const secret = secretIn(made.body);
  assert.ok(secret);
  const [, address] = new RegExp(`href="(${path}/whe_[^"]+)"`).exec(made.body)!;
  return { site, browser, secret, address: address! };
}

void test("An endpoint created in the admin area belongs to the school, and its secret is shown once", async () => {
  const receiver = aReceiver();
  const { site, browser, secret, address } = await anEndpoint(receiver.url);
  const shown = await browser.open(address);
  assert.equal(secretIn(shown.body), undefined);
  assert.ok(shown.body.includes(receiver.url));
  const row = await database.first<{ grantId: string | null }>`
    select grant_id from webhook_endpoints where site_id = ${site.site.id}`;
  assert.equal(row!.grantId, null);
  const operator = await operatorOf(site, "courses:read courses:write");
  await operator.post("/courses", { name: "Knots" });
  await deliverDue(site);
  const { headers, text } = receiver.received[0]!;
  new Webhook(secret).verify(text, headers as Record<string, string>);
  const log = await browser.open(address);
  assert.match(log.body, /course\.created/);
  assert.match(log.body, /Response 204/);
  assert.match((await browser.open(`${address}?status=failed`)).body, /No matching deliveries/);
  assert.ok((await auditActions(site)).includes("createWebhookEndpoint"));
});

void test("A form submitted twice adds one endpoint and rotates a secret once", async () => {
  const { browser } = await aRunSite();
  const form = await browser.open(`${path}/new`);
  const fields = { url: aReceiver().url, payload: "full", "type.ping": "on" };
  const made = await browser.submit(form, fields, `${path}/new`);
  const [, address] = new RegExp(`href="(${path}/whe_[^"]+)"`).exec(made.body)!;
  const repeated = await browser.submit(form, fields, `${path}/new`);
  assert.equal(repeated.address, `${address}?done=repeated`);
  assert.match(repeated.body, /Its secret cannot be shown again/);
  assert.equal(secretIn(repeated.body), undefined);
  assert.equal((await browser.open(path)).body.match(/<h2>/g)?.length, 1);
  const rotation = await browser.open(`${address}/secret`);
  assert.ok(secretIn((await browser.submit(rotation, {}, `${address}/secret`)).body));
  const again = await browser.submit(rotation, {}, `${address}/secret`);
  assert.equal(again.address, `${address}?done=changed`);
  assert.match(again.body, /not been rotated again/);
});

void test("The form of the last endpoint that a site can have, submitted twice, reports that it was created", async () => {
  const { site, browser } = await aRunSite();
  const [form, other] = [await browser.open(`${path}/new`), await browser.open(`${path}/new`)];
  const fields = { url: aReceiver().url, payload: "full", "type.ping": "on" };
  await browser.submit(form, fields, `${path}/new`);
  await database.run`
    insert into webhook_endpoints (site_id, id, url, event_types, secret, created_at, updated_at)
    select ${site.site.id}, gen_random_uuid(), 'https://receiver.example/' || number, '{ping}', '', now(), now()
      from generate_series(2, 100) as number`;
  assert.match((await browser.submit(form, fields, `${path}/new`)).address, /\?done=repeated$/);
  assert.equal(secretIn((await browser.submit(other, fields, `${path}/new`)).body), undefined);
});

void test("Missing and invalid input is reported at the field, and nothing is created", async () => {
  const { site, browser } = await aRunSite();
  const form = await browser.open(`${path}/new`);
  const refused = await browser.submit(form, { url: "http://hooks.example", payload: "full" }, `${path}/new`);
  assert.equal(refused.status, 400);
  assert.match(refused.body, /Enter a URL that starts with https/);
  assert.match(refused.body, /Choose at least one/);
  assert.match((await browser.open(path)).body, /No endpoints yet/);
  assert.ok(!(await auditActions(site)).includes("createWebhookEndpoint"));
});

void test("A private address is reported at the field, which keeps what was typed", async () => {
  const { browser } = await aRunSite();
  const form = await browser.open(`${path}/new`);
  const url = "https://192.168.1.20/hook";
  const refused = await browser.submit(form, { url, payload: "full", "type.ping": "on" }, `${path}/new`);
  assert.equal(refused.status, 400);
  assert.match(refused.body, /Enter a URL on the public internet/);
  assert.ok(refused.body.includes(`value="${url}"`));
  assert.match((await browser.open(path)).body, /No endpoints yet/);
});

void test("A test event is sent from the page of the endpoint, which shows the result", async () => {
  const receiver = aReceiver(answering(500, "no <b>tea</b>"));
  const { browser, address } = await anEndpoint(receiver.url);
  const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open(address)).body)![1]!;
  const sent = await browser.request("POST", `${address}/test`, { csrf });
  assert.equal(sent.headers.location, `${address}?done=refused`);
  const { body } = await browser.open(`${address}?done=refused`);
  assert.match(body, /The test event was not accepted/);
  assert.match(body, /no &lt;b&gt;tea&lt;\/b&gt;/);
});

void test("An endpoint is disabled, enabled, given a new secret, and deleted", async () => {
  const { browser, secret, address } = await anEndpoint(aReceiver().url);
  const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open(address)).body)![1]!;
  for (const [action, done, state] of [
    ["disable", "disabled", "Enable"],
    ["enable", "enabled", "Disable"],
  ] as const) {
    const answer = await browser.request("POST", `${address}/${action}`, { csrf });
    assert.equal(answer.headers.location, `${address}?done=${done}`);
    assert.ok((await browser.open(address)).body.includes(state));
  }
  const rotated = await browser.submit(await browser.open(`${address}/secret`), {}, `${address}/secret`);
  assert.notEqual(secretIn(rotated.body), secret);
  assert.ok(secretIn(rotated.body));
  const gone = await browser.submit(await browser.open(`${address}/delete`), {}, `${address}/delete`);
  assert.match(gone.body, /The endpoint has been deleted/);
  assert.equal((await browser.request("GET", address)).statusCode, 404);
});
