import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { newId } from "#domain/platform/ids.ts";
import type { WebhookSystem } from "#domain/webhooks/webhook-system.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import { deliverDue } from "../../support/doubles/webhook-receiver.ts";
import { aSite, buildProcess, postbox, siteAt, webhooks } from "../../support/world.ts";
import { operatorOf, problemOf } from "../support/operator.ts";
import { aCourse, deliveriesOf, scopes } from "../support/webhook-subscriber.ts";

const development: WebhookSystem = { ...webhooks, allowsLoopback: true };
const inDevelopment = buildProcess({ mail: postbox, webhooks: development });
const inProduction = buildProcess({ mail: postbox, webhooks });

const aSiteAt = async (origin: string, process = inDevelopment) => siteAt((await aSite({}, origin)).site, process);
const aLoopbackSite = (process = inDevelopment) => aSiteAt(`http://${newId()}.localhost:8080`, process);

/** A receiver of this machine, without TLS. */
async function aLocalReceiver(context: { after(close: () => void): void }) {
  const received: { text: string; headers: Record<string, string> }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      received.push({ text, headers: request.headers as Record<string, string> });
      response.writeHead(204).end();
    });
  });
  context.after(() => server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { received, port };
}

void test("In development, a loopback site sends events to a receiver of this machine over http", async (context) => {
  const { received, port } = await aLocalReceiver(context);
  const site = await aLoopbackSite();
  const operator = await operatorOf(site, scopes);
  for (const host of ["127.0.0.1", "localhost"]) {
    const created = await operator.post("/webhook_endpoints", {
      url: `http://${host}:${port}/hook`,
      event_types: ["course.created"],
    });
    assertStatus(created, 201);
    const { id, secret } = created.json<{ id: string; secret: string }>();
    await aCourse(operator, host);
    await deliverDue(site, { system: development });
    const [one] = received.splice(0);
    assert.ok(one, host);
    new Webhook(secret).verify(one.text, one.headers);
    assert.equal((await operator.delete(`/webhook_endpoints/${id}`)).statusCode, 204);
  }
});

void test("Receivers of this machine are rejected for a site on the internet, and outside of development", async () => {
  for (const site of [await aSiteAt(`https://${newId()}.example.test`), await aLoopbackSite(inProduction)]) {
    const operator = await operatorOf(site, scopes);
    const body = { url: "http://localhost:4000/hook", event_types: ["ping"] };
    const refused = await operator.post("/webhook_endpoints", body);
    const { errors } = refused.json<{ errors: { pointer: string; code: string }[] }>();
    assert.deepEqual(
      [refused.statusCode, errors.map(({ pointer, code }) => [pointer, code])],
      [422, [["/url", "not_public"]]],
      site.site.host,
    );
    const url = "https://hooks.example/x";
    const created = await operator.post("/webhook_endpoints", { ...body, url });
    const changed = await operator.patch(`/webhook_endpoints/${created.json<{ id: string }>().id}`, { url: body.url });
    assert.equal(problemOf(changed).code, "validation_failed");
  }
});

void test("In development too, http and the private network are only for this machine", async () => {
  const operator = await operatorOf(await aLoopbackSite(), scopes);
  for (const url of ["http://hooks.example/x", "http://10.0.0.7/x", "https://10.0.0.7/x", "http://169.254.169.254/x"]) {
    const refused = await operator.post("/webhook_endpoints", { url, event_types: ["ping"] });
    assert.equal(problemOf(refused).code, "validation_failed", url);
  }
});

void test("A delivery checks again: nothing is sent to this machine once it is not allowed", async (context) => {
  const { received, port } = await aLocalReceiver(context);
  const site = await aLoopbackSite();
  const operator = await operatorOf(site, scopes);
  const created = await operator.post("/webhook_endpoints", {
    url: `http://127.0.0.1:${port}/hook`,
    event_types: ["course.created"],
  });
  const { id } = created.json<{ id: string }>();
  await aCourse(operator);
  await deliverDue(site, { system: webhooks });
  assert.equal(received.length, 0);
  const kept = await database.first<{ error: string }>`
    select error from webhook_deliveries where site_id = ${site.site.id} limit 1`;
  assert.equal(kept?.error, "it is not an address of https");
  assert.equal((await deliveriesOf(operator, id)).length, 1);
});
