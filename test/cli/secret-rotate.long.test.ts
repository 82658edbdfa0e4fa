import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { rows } from "#database/statements/sql.ts";
import { mailOfPayload, sealMail } from "#domain/messages/mail/postbox.ts";
import { readUnsubscription, signUnsubscription } from "#domain/messages/mail/unsubscribe-link.ts";
import { findEndpoint, insertEndpoint } from "#domain/webhooks/endpoints/queries.ts";
import { newWebhookSecret, opensWebhookSecret, sealWebhookSecret } from "#domain/webhooks/endpoints/webhook-secret.ts";
import { newId } from "#domain/platform/ids.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";
import { openQueue } from "#domain/platform/queue/open-queue.ts";
import { createSite } from "#domain/site/sites/create-site.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { csrfToken, isCsrfToken } from "#http/csrf.ts";
import { succeedKey } from "#lib/secrets/previous-keys.ts";
import { newSigningKey, unsealPrivateKey } from "#oauth/signing-key.ts";
import { insertSigningKey, listSigningKeys } from "#oauth/signing-keys.ts";
import { deriveKey } from "../../src/server/secret-key.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";

const now = new Date();
const [oldKey, newKey] = [Buffer.alloc(32, 0x5e), randomBytes(32)];
const both = { LECTERN_SECRET_KEY: newKey.toString("hex"), LECTERN_SECRET_KEY_PREVIOUS: oldKey.toString("hex") };
const ofMail = (key: Buffer) => deriveKey(key, "lectern mail");
const ofWebhooks = (key: Buffer) => deriveKey(key, "lectern webhooks");

void describe("`lectern secret rotate`", () => {
  let installation: TestInstallation;
  let site: Site;
  const endpointIds = [newId(), newId()];
  before(async () => {
    installation = await anInstallation();
    const { database: db } = installation;
    site = await createSite(db, { origin: "https://one.example", name: "One" }, now);
    const scope = { db, site };
    await insertSigningKey(scope, newSigningKey(site.id, oldKey, now, now));
    // The second one as by an interrupted run.
    for (const [index, id] of endpointIds.entries()) {
      const key = ofWebhooks(index === 0 ? oldKey : newKey);
      const secret = sealWebhookSecret(key, newWebhookSecret(), site.id, id);
      await insertEndpoint(scope, { id, url: "https://hooks.example/", eventTypes: ["member.created"], secret }, now);
    }
    await openQueue(db);
    await addJob(db, "send_mail", { sealed: sealMail(ofMail(oldKey), null).toString("base64") }, 3);
    await db.run`
      insert into mailbox_mails ${rows({ siteId: site.id, id: newId(), sealed: sealMail(ofMail(oldKey), null), createdAt: now })}`;
  });
  after(() => installation.close());

  const rotate = (env: Record<string, string> = both) => installation.lectern(["secret", "rotate", "--json"], { env });

  async function openEverything(key: Buffer): Promise<void> {
    const { database: db } = installation;
    const [signing] = await listSigningKeys({ db, site }, now);
    unsealPrivateKey(site.id, signing!, key);
    for (const id of endpointIds) {
      const { secret } = (await findEndpoint({ db, site }, id))!;
      assert.ok(opensWebhookSecret(ofWebhooks(key), secret, site.id, id));
    }
    const { rows: jobs } = await db.pool.query<{ payload: unknown }>(
      "select payload from graphile_worker._private_jobs",
    );
    assert.deepEqual(
      jobs.map(({ payload }) => mailOfPayload(ofMail(key), payload)),
      [null],
    );
  }

  void test("needs the previous key, which the server accepts as well", async () => {
    const missing = await rotate({});
    assert.equal(missing.code, 2);
    assert.match(missing.stderr, /Set LECTERN_SECRET_KEY_PREVIOUS/);
    await openEverything(succeedKey(Buffer.from(newKey), oldKey));
    await assert.rejects(openEverything(newKey));
  });

  void test("encrypts everything with the new key, continues after an interruption, and finds nothing the next time", async () => {
    const first = await rotate();
    assert.equal(first.code, 0, first.stderr);
    assert.deepEqual(JSON.parse(first.stdout), { resealed: 4, unreadable: 0 });
    await openEverything(newKey);
    const second = await rotate();
    assert.deepEqual([second.code, JSON.parse(second.stdout)], [0, { resealed: 0, unreadable: 0 }]);
  });

  void test("makes the new key the only one", async () => {
    for (const [key, expected] of [
      [newKey, 0],
      [oldKey, 2],
    ] as const) {
      const { code } = await installation.lectern(["site", "list"], {
        env: { LECTERN_SECRET_KEY: key.toString("hex") },
      });
      assert.equal(code, expected);
    }
  });

  void test("leaves links and forms valid while both keys are set", () => {
    const accepting = succeedKey(Buffer.from(newKey), oldKey);
    const subject = { memberId: newId(), topic: "course" };
    const token = signUnsubscription(oldKey, site, subject);
    assert.deepEqual(readUnsubscription(accepting, site, token), subject);
    assert.equal(readUnsubscription(newKey, site, token), undefined);
    const holder = { browser: "a browser", sessionId: undefined };
    assert.ok(isCsrfToken(accepting, holder, csrfToken(oldKey, holder)));
    assert.ok(!isCsrfToken(newKey, holder, csrfToken(oldKey, holder)));
  });
});
