import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { openSiteDirectory } from "#http/site-directory.ts";
import { openKeyRing } from "#oauth/key-ring.ts";
import { buildApp } from "../../../src/server/app.ts";
import type { LargeLists } from "../worlds/large-lists.ts";
import type { PageRequest } from "../browsers/page-requests.ts";
import type { PlanRecorder, RecordedPlan } from "./recorded-plans.ts";
import { storage } from "../worlds/storage.ts";
import { badges, payments, webhooks } from "../world.ts";

/** An application whose statements are recorded. */
export const recordingApp = ({ installation }: LargeLists, recorder: PlanRecorder): FastifyInstance =>
  buildApp({
    db: recorder.database,
    sites: openSiteDirectory(installation.database),
    storage,
    webhooks,
    payments,
    badges,
    environment: "production",
    keyRing: openKeyRing(randomBytes(32)),
    csrfKey: randomBytes(32),
  });

export async function plansOfPage(
  app: FastifyInstance,
  recorder: PlanRecorder,
  { name, options }: PageRequest,
): Promise<RecordedPlan[]> {
  recorder.take();
  const { statusCode, body } = await app.inject(options);
  assert.equal(statusCode, 200, `${name}: ${statusCode} ${body}`);
  assert.ok(!body.startsWith('{"errors'), body);
  return recorder.take();
}
