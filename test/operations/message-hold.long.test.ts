import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { openCopyClient } from "#database/copy/open-copy-client.ts";
import { holdMessages } from "#domain/transfer/backup/message-hold.ts";
import { startJobRunner } from "#domain/background/runner.ts";
import { openQueue } from "#domain/platform/queue/open-queue.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";
import { sealMail } from "#domain/messages/mail/postbox.ts";
import type { Mail } from "#domain/messages/mail/mail.ts";
import { newId } from "#domain/platform/ids.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";

const key = Buffer.alloc(32, 7);
const log = { info() {}, warn() {}, error() {} };

void describe("Held emails and webhooks of a restored copy", () => {
  let installation: TestInstallation;
  before(async () => {
    installation = await anInstallation();
    const { database, connection } = installation;
    await openQueue(database);
    const expiresAt = new Date(Date.now() + 3_600_000);
    const address = { name: "A school", address: "school@example.test" };
    const mail = { siteId: newId(), messageId: "<1@example.test>", from: address, to: "ana@example.test", expiresAt };
    const sealed = sealMail(key, { ...mail, subject: "Hello", text: "Hello", html: "Hello" });
    await addJob(database, "send_mail", { sealed: sealed.toString("base64") }, 3);
    const client = await openCopyClient(connection, "a test");
    await holdMessages(client, "restored", new Date());
    await client.end();
  });
  after(() => installation.close());

  const attempts = async () =>
    (
      await installation.database.pool.query(
        "select attempts from graphile_worker.jobs where task_identifier = 'send_mail'",
      )
    ).rows;

  /** Runs the jobs until a mail is delivered, or until the queue has nothing left to run. */
  async function deliver(holdsMessages: boolean): Promise<string | undefined> {
    const { database: db, connection } = installation;
    const delivered = Promise.withResolvers<string | undefined>();
    const post = { key, deliver: async ({ to }: Mail) => delivered.resolve(to) };
    const runner = await startJobRunner({ db, connection, clock: () => new Date(), log, post, holdsMessages });
    if (holdsMessages) delivered.resolve(undefined);
    const recipient = await delivered.promise;
    await runner.stop();
    return recipient;
  }

  void test("stay queued without an attempt, and the doctor says so", async () => {
    assert.equal(await deliver(true), undefined);
    assert.deepEqual(await attempts(), [{ attempts: 0 }]);
    const { code, stdout } = await installation.lectern(["doctor"]);
    assert.equal(code, 1);
    assert.match(stdout, /^wrong +Messages +Emails and webhooks are held.*lectern messages release$/m);
  });

  void test("are sent after their release", async () => {
    const released = await installation.lectern(["messages", "release", "--json"]);
    assert.deepEqual(JSON.parse(released.stdout), { released: true, discarded: false, emails: 1, deliveries: 0 });
    assert.match((await installation.lectern(["messages", "release"])).stdout, /Nothing was held/);
    assert.equal(await deliver(false), "ana@example.test");
    assert.deepEqual(await attempts(), []);
  });
});
