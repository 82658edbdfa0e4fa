import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { randomBytes } from "node:crypto";
import { newId } from "#domain/ids.ts";
import { recordEvent } from "#domain/outbox/record-event.ts";
import { createSite } from "#domain/sites/create-site.ts";
import { insertEndpoint } from "#domain/webhooks/endpoint-queries.ts";
import { newWebhookSecret, sealWebhookSecret } from "#domain/webhooks/webhook-secret.ts";
import { internet } from "../support/document-web.ts";
import { anInstallation } from "../support/installation.ts";
import { answering, aReceiver, silent } from "../support/webhook-receiver.ts";

const program = path.join(import.meta.dirname, "support/webhook-process.ts");
const patience = 60_000;

void test("Killed while it tells a receiver, a process leaves nothing lost: the next one tells it all", async () => {
  const installation = await anInstallation();
  const { database, connection } = installation;
  const key = randomBytes(32);
  const children: ChildProcess[] = [];
  const start = () => {
    const given = { connection, key: key.toString("base64"), ca: internet.ca, nameServers: internet.nameServers };
    const child = spawn(process.execPath, [program, JSON.stringify(given)], { stdio: ["ignore", "ignore", "inherit"] });
    children.push(child);
    return child;
  };
  try {
    const receiver = aReceiver(silent);
    const site = await createSite(database, { origin: "https://one.example", name: "One" }, new Date());
    const caller = { kind: "system" } as const;
    const context = { db: database, site, caller, now: new Date(), requestId: null, address: null };
    const id = newId();
    const secret = sealWebhookSecret(key, newWebhookSecret(), site.id, id);
    const endpoint = { id, url: receiver.url, eventTypes: ["course.created"], secret };
    await insertEndpoint(context, endpoint, context.now);
    const happened = Array.from({ length: 25 }, () => newId());
    for (const objectId of happened) {
      await recordEvent(context, { type: "course.created", objectId, data: { id: objectId, object: "course" } });
    }

    const first = start();
    await until(() => receiver.received.length === 10, "ten deliveries under way");
    first.kill("SIGKILL");
    await once(first, "exit");
    receiver.answer = answering(204);
    // Half a minute later nobody has them in hand any more.
    await database.run`
      update webhook_deliveries set claimed_until = claimed_until - interval '31 seconds' where site_id = ${site.id}`;
    start();
    const told = () => new Set(receiver.received.map(({ body }) => body.data.object["id"]));
    const left = async () =>
      (await database.first<{ count: number }>`
        select count(*) as count from webhook_deliveries where site_id = ${site.id} and status <> 'succeeded'`)!.count;
    await until(async () => told().size === 25 && (await left()) === 0, "everything told");
    assert.deepEqual(told(), new Set(happened));
    // At least once: the ten that were under way came a second time.
    assert.equal(receiver.received.length, 35);
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await installation.close();
  }
});

async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + patience;
  while (!(await condition())) {
    assert.ok(Date.now() < deadline, `not in time: ${what}`);
    await delay(20);
  }
}
