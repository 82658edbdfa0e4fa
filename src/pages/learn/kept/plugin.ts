import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { showMyCourse } from "#domain/learning/learning-pages/my-course.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { sendKeeper } from "#http/browser.ts";
import type { Contact } from "../../../islands/offline/wire.ts";
import { readIsland } from "#http/islands/bundled-islands.ts";
import type { OpenPageRequest, PageRequest } from "../../responses/page-request.ts";
import { keeperOf } from "../../responses/keeper.ts";
import { sendJson } from "../../responses/send-json.ts";
import type { LearnerContext } from "../learner.ts";
import { contactPath, workerPath } from "./addresses.ts";
import { keptCopies } from "./copies.ts";
import { courseVersionOf, isKeepable, keptListOf, requireKeepable } from "./keepable-lectures.ts";

interface Address {
  Params: { course: string };
}

const maxKeptCourses = 10;

/** Lectures on a device: the service worker, what it may keep, and the copies. For scripts. */
export function keptLectures(
  app: FastifyInstance,
  openPageRequest: OpenPageRequest,
  openStyledRequest: OpenPageRequest,
): void {
  /** GET /learn/kept.json?course={slug}: whose session this is, and which of the courses they may still read. */
  app.get(contactPath, async (request, reply) => {
    // Staff who see the school as a member keep their own lectures.
    if (request.view) return sendJson(reply, {}, 409);
    return contact(await openPageRequest(request, reply), slugsIn(request));
  });

  /** GET /learn/{course}/kept.json: the pages to keep. */
  app.get<Address>("/learn/:course/kept.json", async (request, reply) => {
    const learner = learnerOf(await openPageRequest(request, reply));
    const found = await perform(showMyCourse, learner.context, request.params);
    requireKeepable(learner, found);
    sendKeeper(reply, learner.context, keeperOf(learner));
    return sendJson(reply, keptListOf(learner, found));
  });

  keptCopies(app, async (request, reply) => learnerOf(await openStyledRequest(request, reply)));

  app.get(workerPath, sendWorker);
}

/** The session of the request. */
function learnerOf({ session, ...rest }: PageRequest): LearnerContext {
  if (!session) throw new Problem("invalid_token", "You are no longer signed in.");
  return { ...rest, session };
}

async function contact(pageRequest: PageRequest, slugs: readonly string[]): Promise<FastifyReply> {
  const { reply, context, session, csrf } = pageRequest;
  if (!session) return sendJson(reply, { keeper: null, csrf, courses: {} } satisfies Contact);
  const learner = { ...pageRequest, session };
  const keeper = keeperOf(learner);
  const courses: Contact["courses"] = {};
  for (const slug of slugs) {
    const version = await versionOf(learner, slug);
    if (version !== undefined) courses[slug] = version;
  }
  sendKeeper(reply, context, keeper);
  return sendJson(reply, { keeper, csrf, courses } satisfies Contact);
}

/** Undefined if the member may no longer keep the course, or it is gone. */
async function versionOf(learner: LearnerContext, slug: string): Promise<string | undefined> {
  try {
    const found = await perform(showMyCourse, learner.context, { course: slug });
    return found.course.slug === slug && isKeepable(learner, found.enrollmentStatus)
      ? courseVersionOf(learner, found)
      : undefined;
  } catch (error) {
    if (error instanceof Problem && (error.code === "not_found" || error.code === "validation_failed"))
      return undefined;
    throw error;
  }
}

const slugsIn = ({ url }: FastifyRequest): string[] =>
  [...new Set(new URLSearchParams(url.split("?")[1]).getAll("course"))].slice(0, maxKeptCourses);

async function sendWorker(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const code = await readIsland("worker.js");
  if (code === undefined) throw new Problem("not_found", "There is no file at this address.");
  return reply
    .header("cache-control", "no-cache")
    .header("service-worker-allowed", "/")
    .header("content-security-policy", "default-src 'none'; connect-src 'self'")
    .type("text/javascript; charset=utf-8")
    .send(code);
}
