import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { getCourse, listCourses } from "#domain/catalog/courses/list-courses.ts";
import { getLecture } from "#domain/catalog/curriculum/lectures/list-lectures.ts";
import { duplicateLecture, moveLecture } from "#domain/catalog/curriculum/lectures/save-lecture.ts";
import { getCurriculum } from "#domain/catalog/curriculum/tree/curriculum-operations.ts";
import { runDry } from "#domain/platform/dry-run.ts";
import { formatId } from "#domain/platform/ids.ts";
import { requireScopes } from "#domain/platform/callers/authorize.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { sendPage } from "../../responses/send.ts";
import { textFor } from "../../text/catalogue.ts";
import {
  type PlacingAct,
  placingPage,
  type PlacingPage,
  type PlacingTarget,
} from "../../views/admin/lectures/placing.ts";
import { fillPlain } from "../../views/parts/markup.ts";
import { reasonOf } from "../courses/act.ts";
import { outlineAddress } from "../courses/addresses.ts";
import { undoText } from "../courses/undo.ts";
import { performForm } from "../parts/perform-once.ts";
import { type AdminPageRequest, derivedPageOf } from "../parts/page-request.ts";
import { getPage, postForm } from "../parts/routes.ts";
import { lectureAddress, lecturePaths } from "./addresses.ts";

interface Address {
  Params: { id: string };
  Querystring: Readonly<Record<string, unknown>>;
}

/** GET and POST /admin/lectures/{id}/move and /duplicate: to a section of any course of the caller. */
export function lecturePlacing(app: FastifyInstance): void {
  for (const act of ["move", "duplicate"] as const) {
    getPage(app, lecturePaths[act], async (pageRequest, request) => {
      const { course, q } = request.query;
      return show(pageRequest, act, request.params.id, {
        course: typeof course === "string" ? course : undefined,
        search: typeof q === "string" ? q.trim().slice(0, 100) : "",
      });
    });

    postForm(app, lecturePaths[act], async (pageRequest, form, request) => {
      const { id } = request.params;
      const [course, section] = [form.get("course"), form.get("section")];
      const target = { course: course ?? undefined, section: section ?? undefined, search: "" };
      const { placing: text } = textFor(derivedPageOf(pageRequest, "/lectures").locale).admin;
      if (!section && (act === "move" || course)) {
        return show(pageRequest, act, id, { ...target, failure: text.sectionMissing });
      }
      try {
        return await (act === "move" ? move : duplicate)(request, pageRequest, section ?? undefined);
      } catch (error) {
        if (!(error instanceof Problem) || !isAboutTheChoice(error)) throw error;
        // The page asks again whether the lecture can be moved, and says what was found.
        const failure = error.code === "has_dependents" ? undefined : reasonOf(localeOf(pageRequest), error);
        return show(pageRequest, act, id, { ...target, failure, status: error.code === "has_dependents" ? 409 : 422 });
      }
    });
  }
}

const localeOf = (pageRequest: AdminPageRequest) => derivedPageOf(pageRequest, "/lectures").locale;

const isAboutTheChoice = ({ code }: Problem): boolean => code === "has_dependents" || code === "validation_failed";

async function move(
  { params: { id } }: FastifyRequest<Address>,
  pageRequest: AdminPageRequest,
  sectionId: string | undefined,
): Promise<FastifyReply> {
  const { sectionId: from, position } = await perform(getLecture, pageRequest.context, { id });
  const moved = await performForm(pageRequest, moveLecture, { id, sectionId }, ({ courseId }) => ({
    course: formatId("course", courseId),
  }));
  const undo = undoText([{ kind: "move", id, section: formatId("section", from), position }]) ?? "";
  return toOutline(pageRequest, String(moved["course"]), { done: "moved", undo }, id);
}

async function duplicate(
  { params: { id } }: FastifyRequest<Address>,
  pageRequest: AdminPageRequest,
  sectionId: string | undefined,
): Promise<FastifyReply> {
  const copy = await performForm(pageRequest, duplicateLecture, { id, sectionId }, (made) => ({
    id: formatId("lecture", made.id),
    course: formatId("course", made.courseId),
  }));
  return toOutline(pageRequest, String(copy["course"]), { done: "copied" }, String(copy["id"]));
}

const toOutline = (
  { reply }: AdminPageRequest,
  course: string,
  query: Readonly<Record<string, string>>,
  lecture: string,
): FastifyReply => reply.redirect(`${outlineAddress(course)}?${new URLSearchParams(query).toString()}#${lecture}`, 303);

interface Chosen {
  course: string | undefined;
  section?: string | undefined;
  search: string;
  failure?: string | undefined;
  status?: number;
}

/** Courses to choose from. Schools with more search. */
const maxChoices = 20;

async function show(
  pageRequest: AdminPageRequest,
  act: PlacingAct,
  id: string,
  { course, section, search, failure, status = failure === undefined ? 200 : 422 }: Chosen,
): Promise<FastifyReply> {
  const { context, reply } = pageRequest;
  requireScopes(context.caller, ["curriculum:write"]);
  const lecture = await perform(getLecture, context, { id });
  const { findPlaceOfLecture } = await adminOperations.lectures();
  const place = await perform(findPlaceOfLecture, context, { id });
  const currentCourse = { ...place.course, id: formatId("course", place.course.id), status: "" };
  const view: PlacingPage = {
    act,
    address: lectureAddress(act, id),
    duplicate: lectureAddress("duplicate", id),
    back: `/admin/lectures/${encodeURIComponent(id)}`,
    lecture: { ...lecture, hasSchedule: lecture.drip !== null, section: place.section, course: currentCourse },
    choices: course === undefined ? await readChoices(pageRequest, search) : undefined,
    target:
      course === undefined
        ? undefined
        : await readTarget(pageRequest, { act, id, course, section, from: currentCourse }),
    failure,
  };
  return sendPage(reply, placingPage(derivedPageOf(pageRequest, `/lectures/${id}`), view), { status });
}

async function readChoices({ context }: AdminPageRequest, search: string): Promise<PlacingPage["choices"]> {
  const { data } = await perform(listCourses, context, { limit: maxChoices + 1, ...(search !== "" && { q: search }) });
  return {
    courses: data.slice(0, maxChoices).map((one) => ({ ...one, id: formatId("course", one.id) })),
    hasMore: data.length > maxChoices,
    search,
  };
}

interface Wanted {
  act: PlacingAct;
  id: string;
  course: string;
  section: string | undefined;
  from: { id: string; name: string };
}

async function readTarget(pageRequest: AdminPageRequest, wanted: Wanted): Promise<PlacingTarget> {
  const { context } = pageRequest;
  const course = await perform(getCourse, context, { course: wanted.course });
  const tree = await perform(getCurriculum, context, { course: wanted.course });
  const sections = tree.sections.map((one) => ({
    id: formatId("section", one.id),
    title: one.title,
    lectures: one.lectures.length,
  }));
  const target = { ...course, id: formatId("course", course.id), sections, chosen: wanted.section };
  const [first] = sections;
  const isElsewhere = target.id !== wanted.from.id;
  if (wanted.act === "duplicate" || !first || !isElsewhere) return { ...target, refusal: undefined };
  return { ...target, refusal: await refusalOf(pageRequest, wanted, { section: first.id, name: course.name }) };
}

/** Finds what prevents a move before the person chooses a section. */
async function refusalOf(
  pageRequest: AdminPageRequest,
  { id, from }: Wanted,
  { section, name }: { section: string; name: string },
): Promise<PlacingTarget["refusal"]> {
  const locale = localeOf(pageRequest);
  try {
    await runDry(moveLecture, pageRequest.context, { id, sectionId: section });
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code !== "has_dependents") return { text: reasonOf(locale, error), hasWork: false };
    const { withWork } = textFor(locale).admin.placing;
    return { text: fillPlain(withWork, { from: from.name, to: name }), hasWork: true };
  }
}
