import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import { randomBytes } from "node:crypto";
import { newId } from "#domain/platform/ids.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { createSite } from "#domain/site/sites/create-site.ts";
import { insertEndpoint } from "#domain/webhooks/endpoints/queries.ts";
import { newWebhookSecret, sealWebhookSecret } from "#domain/webhooks/endpoints/webhook-secret.ts";
import { internet } from "../support/doubles/document-web.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";
import { answering, aReceiver, type Received, silent } from "../support/doubles/webhook-receiver.ts";
import { until } from "../support/until.ts";

const program = path.join(import.meta.dirname, "support/webhook-process.ts");

void describe("a killed process that delivers webhooks", () => {
  const key = randomBytes(32);
  const children: ChildProcess[] = [];
  let installation: TestInstallation;
  before(async () => {
    installation = await anInstallation();
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
  });
  after(() => installation.close());

  function start(): ChildProcess {
    const { connection } = installation;
    const options = { connection, key: key.toString("base64"), ca: internet.ca, nameServers: internet.nameServers };
    const child = spawn(process.execPath, [program, JSON.stringify(options)], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    children.push(child);
    return child;
  }

  /** A site with an endpoint and this many events. */
  async function aTellingSite(host: string, url: string, count: number) {
    const { database } = installation;
    const site = await createSite(database, { origin: `https://${host}`, name: "One" }, new Date());
    const caller = { kind: "system" } as const;
    const context = { db: database, site, caller, now: new Date(), requestId: null, address: null };
    const id = newId();
    const secret = sealWebhookSecret(key, newWebhookSecret(), site.id, id);
    await insertEndpoint(context, { id, url, eventTypes: ["course.created"], secret }, context.now);
    const happened = Array.from({ length: count }, () => newId());
    for (const objectId of happened) {
      await recordEvent(context, { type: "course.created", objectId, data: { id: objectId, object: "course" } });
    }
    return { siteId: site.id, endpointId: id, happened };
  }

  /** Expires all leases. */
  const letGo = (siteId: string) =>
    installation.database.run`
      update webhook_deliveries set claimed_until = claimed_until - interval '31 seconds' where site_id = ${siteId}`;

  const left = async (siteId: string) =>
    (await installation.database.first<{ count: number }>`
      select count(*) as count from webhook_deliveries where site_id = ${siteId} and status <> 'succeeded'`)!.count;

  void test("loses no event before the response: the next process delivers all of them", async () => {
    const receiver = aReceiver(silent);
    const { siteId, happened } = await aTellingSite("one.example", receiver.url, 25);
    const first = start();
    await until(() => receiver.received.length === 10, "ten deliveries under way");
    first.kill("SIGKILL");
    await once(first, "exit");
    receiver.answer = answering(204);
    await letGo(siteId);
    start();
    const deliveredIds = () => new Set(receiver.received.map(({ body }) => body.data.object["id"]));
    await until(async () => deliveredIds().size === 25 && (await left(siteId)) === 0, "everything told");
    assert.deepEqual(deliveredIds(), new Set(happened));
    // At least once: the ten deliveries in flight came a second time.
    assert.equal(receiver.received.length, 35);
  });

  void test("repeats an event under the same id if killed between the response and its recording, and loses none", async () => {
    const answers: (() => void)[] = [];
    const receiver = aReceiver((response) => answers.push(() => response.writeHead(204).end()));
    const { siteId, endpointId, happened } = await aTellingSite("two.example", receiver.url, 25);
    const first = start();
    await until(() => answers.length === 10, "ten deliveries under way");
    // Recording a response waits for the endpoint's row lock.
    const holder = await installation.database.pool.connect();
    try {
      await holder.query("begin");
      await holder.query("select from webhook_endpoints where site_id = $1 and id = $2 for update", [
        siteId,
        endpointId,
      ]);
      for (const answer of answers.splice(0)) answer();
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await until(async () => (await installation.database.pool.query(waiting)).rowCount === 10, "ten answers heard");
      first.kill("SIGKILL");
      await once(first, "exit");
      // Prevents pending statements of a dead process from taking effect.
      await holder.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
      await holder.query("rollback");
    } finally {
      holder.release(true);
    }
    assert.equal(await left(siteId), 25, "no delivery was recorded");

    const unrecorded = new Set(receiver.received.map(idOf));
    receiver.answer = answering(204);
    await letGo(siteId);
    start();
    await until(async () => (await left(siteId)) === 0, "everything told");
    assert.deepEqual(new Set(receiver.received.map(({ body }) => body.data.object["id"])), new Set(happened));
    const times = Map.groupBy(receiver.received, idOf);
    assert.equal(times.size, 25, "each event has one id, however often it is delivered");
    for (const [id, received] of times) {
      assert.equal(received.length, unrecorded.has(id) ? 2 : 1);
      assert.equal(new Set(received.map(({ text }) => text)).size, 1, "with the same body");
    }
  });
});

const idOf = ({ headers }: Received) => String(headers["webhook-id"]);
