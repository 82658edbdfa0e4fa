import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { showMyCourse } from "#domain/learning/learning-pages/my-course.ts";
import { type MyLecture, showMyLecture } from "#domain/learning/learning-pages/my-lecture.ts";
import { perform } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { withStudentModule } from "../../responses/student-policy.ts";
import { sendPage } from "../../responses/send.ts";
import { keptCourse, keptHome } from "../../views/learn/kept/course.ts";
import { keptLecture, type KeptLecturePage, type MissingPart } from "../../views/learn/kept/lecture.ts";
import type { KeptPage } from "../../views/learn/kept/frame.ts";
import { courseAddress, lectureAddress } from "../addresses.ts";
import { toComplete } from "../lecture.ts";
import { type LearnerContext, learnerPage } from "../learner.ts";
import { keptHomePath } from "./addresses.ts";
import { openLectures, requireKeepable } from "./keepable-lectures.ts";

interface Address {
  Params: { course: string; lecture: string };
}

type OpenLearner = (request: FastifyRequest, reply: FastifyReply) => Promise<LearnerContext>;

/** Copies of pages without a token, an address of the person, or what others have written. Reading one is no visit. */
export function keptCopies(app: FastifyInstance, open: OpenLearner): void {
  app.get(keptHomePath, async (request, reply) => {
    const learner = await open(request, reply);
    return sendCopy(learner, keptHome(pageOfCopy(learner)));
  });

  app.get<Pick<Address, "Params">>("/learn/:course/kept.html", async (request, reply) => {
    const learner = await open(request, reply);
    const found = await perform(showMyCourse, learner.context, request.params);
    requireKeepable(learner, found);
    const { slug, name } = found.course;
    const sections = found.outline.map(({ title, lectures }) => ({
      title,
      lectures: lectures.map((lecture) => ({
        title: lecture.title,
        href: lecture.lock ? null : lectureAddress(slug, lecture.id),
        isDone: lecture.completedAt !== null,
      })),
    }));
    return sendCopy(learner, keptCourse(pageOfCopy(learner), { name, href: courseAddress(slug), sections }));
  });

  app.get<Address>("/learn/:course/:lecture/kept.html", async (request, reply) => {
    const learner = await open(request, reply);
    const { course, lecture: lectureId } = request.params;
    const whole = await perform(showMyCourse, learner.context, { course });
    requireKeepable(learner, whole);
    const found = await perform(showMyLecture, learner.context, { course, lectureId });
    if (found.lock) throw notFound("open lecture", lectureId, "in this course");
    return sendCopy(learner, keptLecture(pageOfCopy(learner), viewOf(found)));
  });
}

/** The frame of a copy has no menu of a person. */
function pageOfCopy(learner: LearnerContext): KeptPage {
  const { csrf: _csrf, member: _member, shell, ...page } = learnerPage(learner);
  if (!shell) throw new Error("Copies are in the look of the school.");
  return { ...page, shell, path: "/learn", copiedAt: learner.context.now };
}

const sendCopy = ({ reply, context }: LearnerContext, page: string): FastifyReply =>
  sendPage(reply, page, { content: withStudentModule([], context.site) });

function viewOf(found: MyLecture): KeptLecturePage {
  const { course, lecture, section, bodyHtml, isRecorded } = found;
  const here = lectureAddress(course.slug, lecture.id);
  const open = openLectures(found);
  const index = open.findIndex(({ id }) => id === lecture.id);
  const neighbor = (at: number) => {
    const each = open[at];
    return each ? { href: lectureAddress(course.slug, each.id), title: each.title } : null;
  };
  const isMarked = isRecorded && toComplete(found, null)?.isMarked === true;
  return {
    course: { href: courseAddress(course.slug), name: course.name, language: course.language },
    section,
    title: lecture.title,
    here,
    bodyHtml,
    missing: missingOf(found),
    done: isMarked ? { isDone: lecture.completedAt !== null } : null,
    previous: neighbor(index - 1),
    next: neighbor(index + 1),
  };
}

/** Parts of a lecture that a device does not keep. */
function missingOf({ lecture, video, live, attachments }: MyLecture): MissingPart[] {
  const { kind } = lecture;
  return [
    ...(video ? (["media"] as const) : []),
    ...(live ? (["live"] as const) : []),
    ...(kind === "quiz" ? (["quiz"] as const) : []),
    ...(kind === "assignment" ? (["assignment"] as const) : []),
    ...(kind === "scorm" || kind === "link" ? (["other"] as const) : []),
    ...(attachments.some((attachment) => attachment.kind !== "image" || !attachment.isShown)
      ? (["materials"] as const)
      : []),
  ];
}
