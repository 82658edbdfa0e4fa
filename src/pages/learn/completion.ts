import type { FastifyInstance } from "fastify";
import { type MyCompletion, showMyCompletion } from "#domain/learning/learning-pages/my-course.ts";
import { type MyReview, saveMyReview, showMyReview } from "#domain/learning/learning-pages/my-review.ts";
import { perform } from "#domain/platform/operation.ts";
import { completion, type CompletionPage } from "../views/learn/completion.ts";
import {
  certificateAddress,
  certificateImageAddress,
  completionAddress,
  courseAddress,
  reviewAddress,
} from "./addresses.ts";
import { type LearnerContext, learnerPage } from "./learner.ts";
import type { MemberRoutes } from "../sign-in/member-routes.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { dateIn } from "#lib/time/zoned-time.ts";

export function completionPages(app: FastifyInstance, { getPage, postForm }: MemberRoutes): void {
  /** GET /learn/{course}/completion: what the member has achieved. Leads to the course until it is completed. */
  getPage(app, "/learn/:course/completion", async (learner, request) => {
    const { params } = request;
    const found = await perform(showMyCompletion, learner.context, params);
    const { completedAt } = found;
    if (!completedAt) return learner.reply.redirect(courseAddress(found.course.slug), 303);
    const mine = await perform(showMyReview, learner.context, params);
    return completion(learnerPage(learner), viewOf(learner, { ...found, completedAt }, mine));
  });

  /** POST /learn/{course}/completion/rating: one click on a star. The text of the review follows on its own page. */
  postForm(
    app,
    { path: "/learn/:course/completion/rating", formAt: ({ course }) => completionAddress(encodeURIComponent(course)) },
    async (learner, form, { params: { course } }) => {
      const here = completionAddress(encodeURIComponent(course));
      const { review } = await perform(showMyReview, learner.context, { course });
      const rating = Number(form.get("rating"));
      // A rating from another window keeps its text.
      const said = { title: review?.title ?? "", body: review?.body ?? "" };
      await perform(saveMyReview, learner.context, { course, ...said, rating });
      return learner.reply.redirect(`${here}#rating`, 303);
    },
  );
}

function viewOf(
  { context: { site }, csrf, session, timeZone }: LearnerContext,
  { course, completedAt, certificate, recommended }: MyCompletion & { completedAt: Date },
  { review, lock }: MyReview,
): CompletionPage {
  const { slug, name } = course;
  return {
    csrf,
    course: { href: courseAddress(slug), name },
    studentName: session.name,
    completedAt,
    certificate: certificate && {
      serial: certificate.serial,
      image: certificateImageAddress(certificate.serial),
      href: certificateAddress(certificate.serial),
      url: `${site.origin}${certificateAddress(certificate.serial)}`,
      linkedIn: linkedInAddress({ course: name, site, timeZone, ...certificate }),
    },
    rating: {
      action: `${completionAddress(slug)}/rating`,
      given: review?.rating ?? null,
      hasText: review !== null && review.body !== "",
      mayRate: lock === null,
      text: reviewAddress(slug),
    },
    recommended,
  };
}

interface Certified {
  course: string;
  site: Pick<Site, "name" | "origin">;
  timeZone: string;
  serial: string;
  issuedAt: Date;
  expiresAt: Date | null;
}

/** Returns the address of LinkedIn's form that adds a certificate to a profile, filled in. */
function linkedInAddress({ course, site, timeZone, serial, issuedAt, expiresAt }: Certified): string {
  const issued = monthOf(timeZone, issuedAt);
  const expires = expiresAt && monthOf(timeZone, expiresAt);
  const query = new URLSearchParams({
    startTask: "CERTIFICATION_NAME",
    name: course,
    organizationName: site.name,
    issueYear: issued.year,
    issueMonth: issued.month,
    ...(expires && { expirationYear: expires.year, expirationMonth: expires.month }),
    certUrl: `${site.origin}${certificateAddress(serial)}`,
    certId: serial,
  });
  return `https://www.linkedin.com/profile/add?${query.toString()}`;
}

function monthOf(timeZone: string, at: Date): { year: string; month: string } {
  const [year = "", month = ""] = dateIn(timeZone, at).split("-");
  return { year, month: String(Number(month)) };
}
