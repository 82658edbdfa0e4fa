import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { SiteSettings } from "#domain/platform/site/settings.ts";
import { sendPush } from "#domain/messages/push/send-push.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { aDeviceOfBrowser, aSiteWithDevices, system } from "../../support/doubles/push-service.ts";
import { queuedJobs } from "../../support/processes/queued-jobs.ts";
import { notify } from "../../../src/domain/messages/notifications/notify.ts";

const settings = "/account/notifications/settings";
const hour = 3600_000;

/** A lecturer whose browser shows notifications, at a school that then sets rules for the role. */
async function aLecturer(rules: Partial<SiteSettings>) {
  const site = await aSiteWithDevices();
  const member = await site.member({ roles: ["lecturer"] });
  const browser = await site.signedIn(member);
  const device = aDeviceOfBrowser();
  const csrf = /data-csrf="([^"]+)"/.exec((await browser.open(settings)).body)![1]!;
  const fields = { csrf, act: "on", ...device.subscription };
  assert.equal((await browser.request("POST", `/account/notifications/device`, fields)).statusCode, 200);
  await site.set(rules);
  return { site, member, device };
}

type ALecturer = Awaited<ReturnType<typeof aLecturer>>;

/** Sends a notification after this time. Returns the number of messages that arrived. */
async function received({ site, member, device }: ALecturer, after: number): Promise<number> {
  const content = { title: "Ropes arrive", body: "Bring gloves." };
  const announcement = { memberId: member.id, topic: "event_reminder" as const, content };
  await database.transaction((db) => notify({ ...site.context(), db }, announcement));
  const [job] = await queuedJobs("send_push", site);
  const log = { warn: () => undefined };
  await sendPush(database, job, { now: new Date(now().getTime() + after), push: system, log });
  return device.received.length;
}

void describe("A browser whose session no longer counts for the role of its member", () => {
  void test("shows no notifications without the required second factor", async () => {
    assert.equal(await received(await aLecturer({ secondFactorRequired: ["lecturer"] }), 0), 0);
  });

  void test("shows none after the idle lifetime, and none after the absolute one", async () => {
    assert.equal(await received(await aLecturer({ sessionIdleLecturer: 3600 }), 2 * hour), 0);
    assert.equal(await received(await aLecturer({ sessionAbsoluteLecturer: 3600 }), 2 * hour), 0);
  });

  void test("shows them while the rules permit its session", async () => {
    const rules = { secondFactorRequired: ["owner" as const], sessionIdleLecturer: 4 * 3600 };
    assert.equal(await received(await aLecturer(rules), 2 * hour), 1);
  });
});
