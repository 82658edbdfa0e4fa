import type { FastifyInstance } from "fastify";
import { html } from "hono/html";
import { getCourse } from "#domain/catalog/courses/list-courses.ts";
import { getCourseChecklist, getCurriculum } from "#domain/catalog/curriculum/tree/curriculum-operations.ts";
import { enrollStudent } from "#domain/learning/enrollments/enroll.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { textFor } from "../../text/catalogue.ts";
import { assistantView } from "../../views/admin/courses/assistant.ts";
import { checklistView } from "../../views/admin/courses/checklist.ts";
import { includedView, offerView } from "../../views/admin/courses/offer.ts";
import { teachingView } from "../../views/admin/courses/teaching.ts";
import { copyHead } from "../../views/admin/applications/copy-head.ts";
import { findPage } from "../derived/addresses.ts";
import type { ActionLink } from "../derived/actions.ts";
import { showDetail } from "../derived/detail-page.ts";
import { giveAccessAddress } from "../enrollments/addresses.ts";
import { mayPerform } from "../parts/may-perform.ts";
import { lectureAddress } from "../lectures/addresses.ts";
import { type AdminPageRequest, derivedPageOf } from "../parts/page-request.ts";
import { getPage } from "../parts/routes.ts";
import { adminSections, mayOpen } from "../sections.ts";
import { coursePaths, outlineAddress } from "./addresses.ts";
import { readChecklist } from "./read-checklist.ts";
import { readOffer } from "./read-offer.ts";
import { readTeaching } from "./teaching.ts";

/** The preview of the first lecture, which leads to the others. */
async function previewOf(pageRequest: AdminPageRequest, course: string): Promise<ActionLink[]> {
  const { context } = pageRequest;
  const { previewLecture } = await adminOperations.lectures();
  if (!mayPerform(context.caller, previewLecture)) return [];
  const { sections } = await perform(getCurriculum, context, { course });
  const first = sections.flatMap(({ lectures }) => lectures)[0];
  if (!first) return [];
  const { lectures: text } = textFor(derivedPageOf(pageRequest, "/courses").locale).admin;
  const href = lectureAddress("preview", formatId("lecture", first.id));
  return [{ act: "preview", label: text.preview, href, isFirst: false }];
}

/**
 * GET /admin/courses/{course}: the derived page of a course, with its outline, its steps to publication,
 * who teaches it, and sentences for an assistant.
 */
export function coursePage(app: FastifyInstance): void {
  getPage(app, coursePaths.course, async (pageRequest, request) => {
    const { context, session } = pageRequest;
    const reference = request.params.course;
    const page = findPage(`/courses/${encodeURIComponent(reference)}`);
    if (page?.kind !== "detail") throw new Problem("not_found", "There is no course at this address.");
    const adminPage = derivedPageOf(pageRequest, page.route.path);
    const course = await perform(getCourse, context, { course: reference });
    const id = formatId("course", course.id);
    const { outline: text, course: texts } = textFor(adminPage.locale).admin;
    const { checklist } = texts;
    const outline = { act: "outline", label: text.title, href: outlineAddress(id), isFirst: false };
    const { title: label } = textFor(adminPage.locale).admin.giveAccess;
    const give = { act: "give_access", label, href: giveAccessAddress({ course_id: id }), isFirst: false };
    const connect = mayOpen(session.roles, "agents") ? adminSections.agents.path : undefined;
    const offer = await readOffer(context, course);
    return showDetail(pageRequest, page, request.query, {
      actions: [
        ...(mayPerform(context.caller, getCurriculum) ? [...(await previewOf(pageRequest, id)), outline] : []),
        ...(mayPerform(context.caller, enrollStudent) ? [give] : []),
      ],
      // The checklist publishes.
      without: new Set(["publish"]),
      head: copyHead,
      lead: html`${
        mayPerform(context.caller, getCourseChecklist) &&
        checklistView(
          adminPage,
          await readChecklist(context, course),
          includedView(adminPage, offer, checklist.included),
        )
      }${offerView(adminPage, offer)}`,
      aside: [
        teachingView(adminPage, await readTeaching(context, course)),
        assistantView(adminPage, { course: course.name, address: course.url, connect }),
      ],
    });
  });
}
