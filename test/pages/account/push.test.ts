import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { runInNewContext } from "node:vm";
import { sendPush } from "#domain/messages/push/send-push.ts";
import { database } from "../../support/databases/database.ts";
import { aDeviceOfBrowser, aSiteWithDevices, claimsOf, system } from "../../support/doubles/push-service.ts";
import { queuedJobs } from "../../support/processes/queued-jobs.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { now } from "../../support/clock.ts";
import type { AMember, ASite } from "../../support/world.ts";
import type { Topic } from "../../../src/domain/messages/notifications/notification.ts";
import { notify } from "../../../src/domain/messages/notifications/notify.ts";

const settings = "/account/notifications/settings";
const content = { title: "Ropes arrive", body: "Bring gloves." };

/** Outside of the default quiet hours, and within them. */
const [noon, night] = [12, 23].map((hour) => new Date(`${now().toISOString().slice(0, 10)}T${hour}:30:00Z`));

/** Runs the service worker in a scope with what it needs for notifications. */
function runWorker(code: string, origin: string) {
  const listeners = new Map<string, (event: object) => void>();
  const shown: object[] = [];
  const opened: string[] = [];
  const registration = {
    showNotification: async (title: string, options: object) => shown.push({ title, ...options }),
  };
  const clients = { openWindow: async (url: string) => opened.push(url) };
  const addEventListener = (name: string, listener: (event: object) => void) => listeners.set(name, listener);
  runInNewContext(code, { addEventListener, registration, clients, location: { origin } });
  const fire = (name: string, event: object) => listeners.get(name)?.({ ...event, waitUntil: () => undefined });
  return { fire, shown, opened };
}

const deviceSetting = (body: string) => /<l-device[\s\S]*?>/.exec(body)?.[0] ?? "";

void describe("Notifications on a device", () => {
  let site: ASite;
  let member: AMember;
  let browser: TestBrowser;

  before(async () => {
    site = await aSiteWithDevices();
  });

  async function aMemberWithDevice(device = aDeviceOfBrowser()) {
    member = await site.member();
    browser = await site.signedIn(member);
    const added = await send({ act: "on", ...device.subscription });
    assert.equal(added.statusCode, 200, added.body);
    return device;
  }

  async function send(fields: Record<string, string>) {
    const csrf = /data-csrf="([^"]+)"/.exec((await browser.open(settings)).body)![1]!;
    return browser.request("POST", "/account/notifications/device", { csrf, ...fields });
  }

  const tell = (topic: Topic = "announcement") =>
    database.transaction((db) => notify({ ...site.context(), db }, { memberId: member.id, topic, content }));

  const complaints: string[] = [];
  const log = { warn: (details: object) => complaints.push(JSON.stringify(details)) };

  /** Runs what waits for the member, as the process does. */
  async function runJobs(at = noon!) {
    const jobs = (await queuedJobs("send_push", site)) as { memberId: string; notificationId: string }[];
    const own = jobs.filter(({ memberId }) => memberId === member.id);
    for (const job of new Map(own.map((each) => [each.notificationId, each])).values()) {
      await sendPush(database, job, { now: at, push: system, log });
    }
    return own.length;
  }

  void test("arrive encrypted for the browser, from the sender that it subscribed to", async () => {
    const device = await aMemberWithDevice();
    await tell();
    assert.equal(await runJobs(), 1);
    const [{ headers, message } = assert.fail("nothing arrived")] = device.received;
    assert.equal(message.title, "Ropes arrive");
    assert.equal(message.body, "Bring gloves.");
    assert.match(message.tag, /^ntf_/);
    assert.equal(headers["content-encoding"], "aes128gcm");
    assert.ok(Number(headers.ttl) > 0);
    const claims = claimsOf(headers);
    assert.equal(claims.aud, new URL(device.subscription.endpoint).origin);
    assert.equal(claims.sub, site.origin);
    assert.ok(claims.exp * 1000 - noon!.getTime() <= 86_400_000);
    const page = await browser.open(settings);
    assert.match(deviceSetting(page.body), / data-on/);
    assert.ok(deviceSetting(page.body).includes(`data-key="${claims.key}"`));

    const worker = runWorker((await site.get("/learn/offline-worker.js")).body, site.origin);
    worker.fire("push", { data: { json: () => message } });
    const { title, body, tag, lang } = message;
    assert.deepEqual(worker.shown, [{ title, body, tag, lang, dir: "auto" }]);
    worker.fire("notificationclick", { notification: { close: () => undefined } });
    assert.deepEqual(worker.opened, [`${site.origin}/account/notifications`]);
  });

  void test("wait for the end of the quiet hours", async () => {
    const device = await aMemberWithDevice();
    await tell();
    assert.equal(await runJobs(night), 1);
    assert.equal(device.received.length, 0);
    assert.equal(await runJobs(night), 2, "The job is queued again for the morning.");
    await tell("event_reminder");
    await runJobs(night);
    assert.deepEqual(device.received.length, 1, "A reminder of an event would be late.");
  });

  void test("follow the choices of the member, and are not sent for what was read", async () => {
    const device = await aMemberWithDevice();
    const page = await browser.open(settings);
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)![1]!;
    await browser.request("POST", settings, { csrf, "announcement.inbox": "on", "course_update.push": "on" });
    await tell("announcement");
    assert.equal(await runJobs(), 0);
    await browser.request("POST", settings, { csrf, "announcement.inbox": "on", "announcement.push": "on" });
    await tell("announcement");
    await database.run`update notifications set read_at = now() where member_id = ${member.id}`;
    assert.equal(await runJobs(), 1);
    assert.equal(device.received.length, 0);
  });

  void test("end at sign-out, and when the push service no longer knows the device", async () => {
    const device = await aMemberWithDevice();
    device.status = 410;
    await tell();
    await runJobs();
    assert.equal(device.received.length, 1);
    assert.doesNotMatch(deviceSetting((await browser.open(settings)).body), / data-on/);

    await send({ act: "on", ...device.subscription });
    await tell();
    const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open("/sign-out")).body)![1]!;
    await browser.request("POST", "/sign-out", { csrf });
    await runJobs();
    assert.equal(device.received.length, 1);
    const stored = await database.many`select id from sessions where member_id = ${member.id} and push is not null`;
    assert.deepEqual(stored, []);
  });

  void test("are tried again for the devices whose push service failed, and only for them", async () => {
    const device = await aMemberWithDevice();
    const failing = aDeviceOfBrowser();
    browser = await site.signedIn(member);
    assert.equal((await send({ act: "on", ...failing.subscription })).statusCode, 200);
    failing.status = 503;
    await tell();
    await runJobs();
    assert.match(complaints.at(-1)!, /"devices":1,"attempt":0,"reasons":\["status 503"\]/);
    failing.status = 201;
    await runJobs();
    assert.deepEqual([device.received.length, failing.received.length], [1, 2]);
  });

  void test("leave workers to other jobs while push services do not respond", async () => {
    await aMemberWithDevice();
    for (let index = 0; index < 3; index++) await tell();
    const { rows } = await database.pool.query<{ queue: string }>(
      `select queue_name as queue from graphile_worker.jobs where task_identifier = 'send_push'`,
    );
    assert.ok(rows.length >= 3);
    const queues = new Set(rows.map(({ queue }) => queue));
    assert.ok(queues.size <= 3 && !queues.has(null as never), [...queues].join());
  });

  void test("keep a device that a push service refuses, which may be the fault of this machine", async () => {
    const device = await aMemberWithDevice();
    device.status = 401;
    await tell();
    await runJobs();
    assert.match(deviceSetting((await browser.open(settings)).body), / data-on/);
    assert.equal(await runJobs(), 1, "No further job waits.");
  });

  void test("never go to other addresses than those of https on the internet", async () => {
    const device = aDeviceOfBrowser();
    await aMemberWithDevice();
    for (const endpoint of [
      "http://push.example/x",
      "file:///etc/passwd",
      "https://user:word@push.example/x",
      "https://10.0.0.1/x",
      "https://[::1]/x",
      "https://169.254.169.254/",
      "x",
    ]) {
      const refused = await send({ act: "on", ...device.subscription, endpoint });
      assert.equal(refused.statusCode, 400, endpoint);
    }
    const { auth } = device.subscription;
    assert.equal((await send({ act: "on", ...device.subscription, p256dh: auth })).statusCode, 400);
    // A name that leads into the network is found when something is sent.
    device.application.resolve = () => ["10.0.0.7"];
    assert.equal((await send({ act: "on", ...device.subscription })).statusCode, 200);
    await tell();
    await runJobs();
    assert.match(complaints.at(-1)!, /no address on the public internet/);
    assert.equal(device.application.requests.length, 0);
  });

  void test("need the form token of the person", async () => {
    const device = await aMemberWithDevice();
    const forged = { csrf: "x", act: "off" };
    assert.equal((await browser.request("POST", "/account/notifications/device", forged)).statusCode, 403);
    assert.equal((await site.browser().request("POST", "/account/notifications/device", forged)).statusCode, 401);
    assert.match(deviceSetting((await browser.open(settings)).body), / data-on/);
    assert.equal((await send({ act: "off" })).statusCode, 200);
    await tell();
    assert.equal(await runJobs(), 0);
    assert.equal(device.received.length, 0);
  });
});
