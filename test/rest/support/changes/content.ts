import { hash } from "node:crypto";
import { aPicture } from "../../../support/worlds/pictures.ts";
import { type AFile, sendFile } from "../../../support/worlds/uploads.ts";
import { aReceiver, answering, contextAt, deliverDue } from "../../../support/doubles/webhook-receiver.ts";
import { bring } from "../causes/imports.ts";
import { done } from "../causes/causes.ts";
import type { Operator } from "../operator.ts";
import { aCourse } from "../taught-course.ts";
import { dispatchEvents } from "#domain/webhooks/events/dispatch-events.ts";
import { insertForm } from "#domain/content/forms/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../../support/assert-status.ts";
import { now } from "../../../support/clock.ts";
import { database } from "../../../support/databases/database.ts";
import type { Changes } from "./changes.ts";

async function sendPart({ site, bearer }: Operator, upload: { id: string }, bytes: Buffer): Promise<void> {
  const digest = `sha-256=:${hash("sha256", bytes, "base64")}:`;
  const headers = { "content-type": "application/octet-stream", "content-digest": digest };
  const path = `/api/v1/uploads/${upload.id}/parts/1`;
  assertStatus(await site.request("PUT", path, { bearer, payload: bytes, headers }), 200);
}

export const changesOfContent: Changes = {
  "an upload in parts": async (operator, step) => {
    const bytes = Buffer.from("Over, under");
    const file = { filename: "knot.txt", content_type: "text/plain", byte_size: bytes.length, purpose: "other" };
    const upload = await done(operator.post("/uploads", file));
    await step(() => sendPart(operator, upload, bytes));
    await step(() => done(operator.post(`/uploads/${upload.id}/complete`)));
  },
  "a form submission": async (operator, step) => {
    const form = { id: newId(), name: "Questions", slug: "questions" };
    const fields = [{ handle: "why", label: "Why?", kind: "text" as const, required: false }];
    await insertForm({ db: database, site: operator.site.site }, { ...form, fields }, now());
    const answer = (why: string) =>
      bring(operator, "form_submissions", { external_id: "f-1", form_slug: form.slug, answers: { why } });
    await step(() => answer("To sail"));
    await step(() => answer("To race"));
  },
  "a comment with replies": async (operator, step) => {
    const { email } = await operator.site.member();
    const about = { commentable: { type: "course", id: await aCourse(operator) }, author: { email } };
    const say = (external_id: string, fields: object) =>
      bring(operator, "comments", { external_id, ...about, ...fields });
    await say("c-1", { body: "How?" });
    await step(() => say("c-2", { parent_external_id: "c-1", body: "So." }));
    await step(() => say("c-2", { parent_external_id: "c-1", body: "Like so." }));
    await step(() => say("c-2", { parent_external_id: "c-1", body: "Like so.", status: "hidden" }));
  },
  "a webhook delivery": async (operator, step) => {
    const receiver = aReceiver(answering(500));
    const subscribed = { url: receiver.url, event_types: ["course.created"] };
    const endpoint = await done(operator.post("/webhook_endpoints", subscribed));
    await aCourse(operator);
    await dispatchEvents(contextAt(operator.site));
    await step(() => deliverDue(operator.site));
    const deliveries = `/webhook_endpoints/${endpoint.id}/deliveries`;
    const { data } = await done<{ data: [{ id: string }] }>(operator.get(deliveries));
    receiver.answer = answering(204);
    await step(() => done(operator.post(`/webhook_deliveries/${data[0].id}/redeliver`)));
    await step(() => deliverDue(operator.site));
  },
  "the settings of the school": async (operator, step) => {
    await step(() => done(operator.patch("/school/settings/player", { settings: { autoplay_next: false } })));
  },
  "the appearance of the site": async (operator, step) => {
    const picture = async () =>
      (await sendFile(operator, aPicture(), { visibility: "public" }, { name: "logo.png" })).json<AFile>().id;
    const logo = await picture();
    const change = (fields: object) => done(operator.patch("/appearance", fields, { "if-match": "*" }));
    await step(() => change({ logo_file_id: logo }));
    await step(() => change({ logo_file_id: null }));
    const navigation = [{ label: "About", href: "https://example.test/about" }];
    await step(() => done(operator.put("/appearance/navigation", { navigation }, { "if-match": "*" })));
  },
};
