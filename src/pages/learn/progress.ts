import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { formatId } from "#domain/platform/ids.ts";
import { Problem, rateLimited } from "#domain/platform/problem.ts";
import { showMyLecture } from "#domain/learning/learning-pages/my-lecture.ts";
import { isCompleted } from "#domain/learning/learning-pages/outline.ts";
import { reportMyProgress } from "#domain/learning/learning-pages/report-progress.ts";
import type { Form } from "#oauth/form.ts";
import type { Quotas } from "#http/quotas/quotas.ts";
import type { OpenPageRequest, PageRequest } from "../responses/page-request.ts";
import { isSignedIn, type SignedInPageRequest } from "../responses/page-request.ts";
import { visitorRoutes } from "../responses/page-routes.ts";
import { completionAddress, lectureAddress } from "./addresses.ts";
import type { LearnerContext } from "./learner.ts";
import type { MemberRoutes } from "../sign-in/member-routes.ts";

interface Address {
  course: string;
  lecture: string;
}

interface Options {
  openPageRequest: OpenPageRequest;

  quotas: Quotas;
}

/** Per member: a player reports six times a minute and at each interaction. */
const policy = { name: "progress", perMinute: 120 };

export function progressEndpoints(
  app: FastifyInstance,
  { postForm }: MemberRoutes,
  { openPageRequest, quotas }: Options,
): void {
  /** POST /learn/{course}/{lecture}/done: completion form. */
  postForm(
    app,
    {
      path: "/learn/:course/:lecture/done",
      formAt: ({ course, lecture }) => `/learn/${encodeURIComponent(course)}/${encodeURIComponent(lecture)}`,
    },
    async (learner, form, { params: { course, lecture } }) => {
      const address = `/learn/${encodeURIComponent(course)}/${encodeURIComponent(lecture)}`;
      await limit(quotas, learner);
      const kind = form.get("done") === "no" ? "uncompleted" : "completed";
      const event = { id: randomUUID(), kind, occurredAt: learner.context.now.toISOString() };
      const { completesCourse } = await perform(reportMyProgress, learner.context, {
        course,
        lectureId: lecture,
        ...event,
      });
      if (completesCourse) return learner.reply.redirect(completionAddress(encodeURIComponent(course)), 303);
      if (kind === "uncompleted") return learner.reply.redirect(address, 303);
      const isNext = form.get("go_to") === "next";
      return learner.reply.redirect(await addressAfter(learner, { course, lecture, here: address, isNext }), 303);
    },
  );

  /**
   * POST /learn/{course}/{lecture}/progress: player events, one per request. Responds with JSON if the lecture is
   * completed: `completion` is the page of the course if the event completed it.
   */
  const progress = { path: "/learn/:course/:lecture/progress", stale: refuseEvent } as const;
  playerRoutes(openPageRequest).postForm(app, progress, async (pageRequest, form, request) => {
    const { reply } = pageRequest;
    const { course, lecture: lectureId } = request.params;
    const event = eventIn(form);
    await limit(quotas, pageRequest);
    const found = await perform(reportMyProgress, pageRequest.context, { course, lectureId, ...event });
    if (!found.isDone || !prefersJson(request)) return noContent(reply);
    const completion = found.completesCourse ? completionAddress(encodeURIComponent(course)) : undefined;
    return reply.header("cache-control", "no-store").send({ completion });
  });
}

/** The next lecture, unless it is locked: completing this one may have unlocked it. Names a completed section. */
async function addressAfter(
  { context }: LearnerContext,
  { course, lecture, here, isNext }: Address & { here: string; isNext: boolean },
): Promise<string> {
  const found = await perform(showMyLecture, context, { course, lectureId: lecture });
  const { next, outline } = found;
  const section = outline.find(({ lectures }) => lectures.some(({ id }) => id === found.lecture.id));
  const query = section && isCompleted(section) ? `?section=${formatId("section", section.id)}` : "";
  const target = isNext && next && next.lock === null ? lectureAddress(found.course.slug, next.id) : here;
  return `${target}${query}`;
}

/** Players of this site show a completed lecture. */
const prefersJson = ({ headers }: FastifyRequest): boolean => headers.accept === "application/json";

/** Accepts events only from a page of this site in the member's own browser. */
const playerRoutes = (openPageRequest: OpenPageRequest) =>
  visitorRoutes(openPageRequest).extend<SignedInPageRequest>(async (pageRequest, run) => {
    if (!isSignedIn(pageRequest)) throw new Problem("invalid_token", "You are no longer signed in.");
    return isOwnOrigin(pageRequest, pageRequest.request) ? run(pageRequest) : refuseEvent();
  });

function refuseEvent(): never {
  throw new Problem("role_required", "Only pages of this site can report progress. Reload the page.");
}

const eventIn = (form: Form) => ({
  id: form.get("id"),
  kind: form.get("kind"),
  occurredAt: form.get("occurred_at"),
  positionSeconds: numberIn(form.get("position_seconds")),
  durationSeconds: numberIn(form.get("duration_seconds")),
  watched: partsIn(form.get("watched")),
  openedAt: form.get("opened_at"),
});

/** The operation rejects values that are not numbers. */
const numberIn = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text));

/** `0-60,90-120`: parts in seconds of video time. */
const partsIn = (text = ""): number[][] =>
  text === "" ? [] : text.split(",").map((part) => part.split("-").map(Number));

/** Checks Fetch metadata and Origin (RFC 6454 §7), in addition to the form token. */
function isOwnOrigin({ context }: PageRequest, { headers }: FastifyRequest): boolean {
  const site = headers["sec-fetch-site"];
  return (
    (site === undefined || site === "same-origin") && (headers.origin ?? context.site.origin) === context.site.origin
  );
}

async function limit(
  quotas: Quotas,
  { context, session }: Pick<LearnerContext, "context"> & { session: PageRequest["session"] },
): Promise<void> {
  const balance = await quotas.take(context.site, policy, session?.memberId ?? "", context.now);
  if (!balance.allowed) throw rateLimited(balance.resetSeconds);
}

const noContent = (reply: FastifyReply): FastifyReply => reply.code(204).header("cache-control", "no-store").send();
