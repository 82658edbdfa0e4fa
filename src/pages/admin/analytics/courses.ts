import type { FastifyInstance } from "fastify";
import { listCourseAnalytics } from "#domain/analytics/courses.ts";
import { getCourseFunnel } from "#domain/analytics/funnel.ts";
import type { MetricName } from "#domain/analytics/metrics.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { coursePage } from "../../views/admin/analytics/course.ts";
import { coursesPage } from "../../views/admin/analytics/courses.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { getPage } from "../parts/routes.ts";
import { analyticsPages, coursePath } from "./addresses.ts";
import { readFigures, withEncodedDates } from "./figures.ts";
import { readPanels } from "./panels.ts";
import { addressFor, requestedPeriodOf } from "./period.ts";
import { pageContextOf } from "./page-context.ts";

const path = analyticsPages.courses;
const perPage = 25;

/** GET /admin/analytics/courses, and one course with its funnel. */
export function coursesPages(app: FastifyInstance): void {
  getPage(app, path, async (pageRequest, request) => {
    const { context } = pageRequest;
    const pageContext = await pageContextOf(context, request, { page: "courses", path, compares: false });
    const page = adminPageOf(pageRequest, "analytics");
    const { period } = pageContext;
    if (period.wrong.length > 0) return coursesPage(page, pageContext, { courses: [], pages: {} });
    const { cursor } = request.query;
    const listed = await perform(listCourseAnalytics, context, {
      ...withEncodedDates(requestedPeriodOf(period)),
      limit: perPage,
      sort: ["name"],
      ...(typeof cursor === "string" && { cursor }),
    });
    const { nextCursor } = listed.page;
    const view = {
      courses: listed.data.map((course) => ({ ...course, id: formatId("course", course.id) })),
      pages: {
        next: nextCursor === null ? undefined : addressFor(path, period, { cursor: nextCursor }),
        first: cursor === undefined ? undefined : addressFor(path, period),
      },
    };
    return coursesPage(page, { ...pageContext, computedThrough: listed.computedThrough }, view);
  });

  getPage(app, `${path}/:id`, async (pageRequest, request) => {
    const { context } = pageRequest;
    const { id } = request.params;
    const funnel = await perform(getCourseFunnel, context, { course: id });
    const courseId = formatId("course", funnel.courseId);
    const pageContext = await pageContextOf(context, request, { page: "courses", path: coursePath(courseId) });
    const { period } = pageContext;
    const page = adminPageOf(pageRequest, "analytics");
    const course = { name: funnel.courseName, funnel };
    if (period.wrong.length > 0) return coursePage(page, pageContext, { ...course, panels: [], figures: [] });
    const { figures, computedThrough } = await readFigures(context, period, courseId);
    const panels = await readPanels(context, period, figures.filter(isDrawn), courseId);
    const view = { ...course, panels, figures: figures.filter((figure) => !isDrawn(figure)) };
    return coursePage(page, { ...pageContext, computedThrough }, view);
  });
}

const drawn: ReadonlySet<MetricName> = new Set([
  "active_students",
  "enrollments",
  "lectures_completed",
  "courses_completed",
]);

const isDrawn = ({ metric }: { metric: MetricName }): boolean => drawn.has(metric);
