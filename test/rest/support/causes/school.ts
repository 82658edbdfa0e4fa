import { aReceiver, answering, deliverDue } from "../../../support/doubles/webhook-receiver.ts";
import { publishIfDue } from "#domain/content/posts/publish-due.ts";
import { parseId } from "#domain/platform/ids.ts";
import { database } from "../../../support/databases/database.ts";
import { hour, now } from "../../../support/clock.ts";
import { runJobsOf } from "../../../support/processes/run-jobs.ts";
import { aPost } from "../made-posts.ts";
import type { Operator } from "../operator.ts";
import { type Causes, done } from "./causes.ts";

let pages = 0;

async function aPublishedPage(operator: Operator): Promise<string> {
  const page = { title: "About", path: `/about-${++pages}`, body_markdown: "We" };
  const { id } = await done(operator.post("/pages", page));
  await done(operator.post(`/pages/${id}/publish`));
  return id;
}

async function aPublishedPost(operator: Operator): Promise<string> {
  const { id } = await aPost(operator);
  await done(operator.post(`/posts/${id}/publish`));
  return id;
}

export const causesOfSchool: Causes = {
  /** Emitted by the clock for a scheduled post. */
  "post.published": async (operator) => {
    const { id } = await aPost(operator);
    const at = new Date(now().getTime() + hour);
    await done(operator.post(`/posts/${id}/publish`, { publish_at: at.toISOString() }));
    const context = { ...operator.site.context(), caller: { kind: "system" } as const, now: at };
    for (const _ of [1, 2]) {
      await database.transaction((db) => publishIfDue({ ...context, db }, parseId("post", id)!));
    }
  },
  "post.updated": async (operator) => {
    const { id } = await aPost(operator);
    await done(operator.patch(`/posts/${id}`, { title: "High tide" }));
  },
  "post.unpublished": async (operator) => done(operator.post(`/posts/${await aPublishedPost(operator)}/unpublish`)),
  "page.published": aPublishedPage,
  "page.unpublished": async (operator) => done(operator.post(`/pages/${await aPublishedPage(operator)}/unpublish`)),
  "school.updated": (operator) => done(operator.patch("/school", { description: "Learn to sail well." })),
  "appearance.updated": async (operator) => {
    const etag = String((await operator.get("/appearance")).headers["etag"]);
    await done(operator.patch("/appearance", { corner_radius: "large" }, { "if-match": etag }));
  },
  "job.completed": async (operator) => {
    const inline = JSON.stringify({ name: "Knots", external_id: "knots" });
    await done(operator.post("/imports", { format: "course_json", inline }));
    await runJobsOf(operator.site.site);
  },
  "webhook_endpoint.disabled": async (operator) => {
    const { url } = aReceiver(answering(410));
    await done(operator.post("/webhook_endpoints", { url, event_types: ["ping", "coupon.created"] }));
    const discount = { kind: "percent", percent: 10 };
    await done(operator.post("/coupons", { code: "GONE", discount }));
    await deliverDue(operator.site);
  },
};
