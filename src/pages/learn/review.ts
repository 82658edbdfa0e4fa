import type { FastifyInstance, FastifyReply } from "fastify";
import {
  type MyReview,
  saveMyReview,
  showMyReview,
  withdrawMyReview,
} from "#domain/learning/learning-pages/my-review.ts";
import { publicName } from "#lib/text/public-name.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { sendPage } from "../responses/send.ts";
import { myReview, type MyReviewPage } from "../views/learn/my-review.ts";
import { courseAddress, reviewAddress } from "./addresses.ts";
import { type LearnerContext, learnerPage } from "./learner.ts";
import type { MemberRoutes } from "../sign-in/member-routes.ts";

/** A rejected form with the submitted values. */
interface Refused {
  problem: NonNullable<MyReviewPage["problem"]>;
  typed: MyReviewPage["typed"];
  status: number;
}

/** GET and POST /learn/{course}/review, and POST …/withdraw. */
export function reviewPages(app: FastifyInstance, { getPage, postForm }: MemberRoutes): void {
  getPage(app, "/learn/:course/review", (learner, request) => show(learner, request.params.course));

  postForm(app, "/learn/:course/review", async (learner, form, { params: { course } }) => {
    const typed = { rating: form.get("rating") ?? "", title: form.get("title") ?? "", body: form.get("body") ?? "" };
    try {
      await perform(saveMyReview, learner.context, { course, ...typed, rating: Number(typed.rating) });
    } catch (error) {
      return show(learner, course, { ...refusalOf(error, learner.reply), typed });
    }
    return learner.reply.redirect(backTo(course, "saved"), 303);
  });

  postForm(
    app,
    { path: "/learn/:course/review/withdraw", formAt: ({ course }) => reviewAddress(encodeURIComponent(course)) },
    async (learner, _form, { params: { course } }) => {
      await perform(withdrawMyReview, learner.context, { course });
      return learner.reply.redirect(backTo(course, "withdrawn"), 303);
    },
  );
}

const backTo = (course: string, done: string) => `${courseAddress(encodeURIComponent(course))}?review=${done}#review`;

async function show(learner: LearnerContext, course: string, refused?: Refused): Promise<FastifyReply> {
  const found = await perform(showMyReview, learner.context, { course });
  const view = { ...viewOf(found, learner), problem: refused?.problem, ...(refused && { typed: refused.typed }) };
  return sendPage(learner.reply, myReview(learnerPage(learner), view), { status: refused?.status ?? 200 });
}

function viewOf(
  { course, review, lock, moderation, names }: MyReview,
  { csrf, session }: LearnerContext,
): MyReviewPage {
  const { rating, title, body } = review ?? { rating: "", title: null, body: "" };
  return {
    csrf,
    course: { href: courseAddress(course.slug), name: course.name },
    action: reviewAddress(course.slug),
    review,
    lock,
    moderation,
    publicName: publicName(session.name, names),
    typed: { rating: String(rating), title: title ?? "", body },
    problem: undefined,
  };
}

/** Rethrows errors that the form cannot display. */
function refusalOf(error: unknown, reply: FastifyReply): Pick<Refused, "problem" | "status"> {
  if (!(error instanceof Problem)) throw error;
  if (error.code === "rate_limited") {
    reply.header("retry-after", String(error.details.retryAfterSeconds ?? 1));
    return { problem: "too_many", status: 429 };
  }
  if (error.code !== "validation_failed") throw error;
  const isOfRating = (error.details.errors ?? []).some(({ pointer }) => pointer === "/rating");
  return { problem: isOfRating ? "rating" : "too_long", status: 422 };
}
