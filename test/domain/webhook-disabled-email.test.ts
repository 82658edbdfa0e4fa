import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#domain/platform/ids.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { insertEndpoint } from "#domain/webhooks/endpoints/queries.ts";
import { newWebhookSecret, sealWebhookSecret } from "#domain/webhooks/endpoints/webhook-secret.ts";
import { mailsInAll, mailsTo } from "../support/doubles/mailroom.ts";
import {
  answering,
  aReceiver,
  aSiteWithReceivers,
  contextAt,
  system,
  deliverDue,
} from "../support/doubles/webhook-receiver.ts";

void test("Only the owners get an email when an endpoint is disabled automatically", async () => {
  const site = await aSiteWithReceivers();
  const owner = await site.member({ roles: ["owner"] });
  const manager = await site.member({ roles: ["manager"] });
  const receiver = aReceiver(answering(410));
  const id = newId();
  const secret = sealWebhookSecret(system.key, newWebhookSecret(), site.site.id, id);
  const context = contextAt(site);
  const endpoint = { id, url: receiver.url, eventTypes: ["course.created"], secret };
  await insertEndpoint(context, endpoint, context.now);
  await recordEvent(context, { type: "course.created", objectId: id, data: { id, object: "course" } });
  await deliverDue(site);
  const [mail] = await mailsTo(owner.email);
  assert.match(mail!.email.subject!, /was disabled/);
  assert.ok(mail!.email.text!.includes(`Endpoint URL: ${receiver.url}`));
  assert.equal(await mailsInAll(manager.email), 0);
});
