import type { FastifyInstance } from "fastify";
import type * as z from "zod";
import { getCourse } from "#domain/catalog/courses/list-courses.ts";
import { updateCourse } from "#domain/catalog/courses/save-course.ts";
import { listLecturers } from "#domain/catalog/lecturers/list-lecturers.ts";
import { createLecturer } from "#domain/catalog/lecturers/save-lecturer.ts";
import { memberOf } from "#access/caller.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { isConfined } from "#domain/platform/callers/is-confined.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { Teaching } from "../../views/admin/courses/teaching.ts";
import { mayPerform } from "../parts/may-perform.ts";
import { postForm } from "../parts/routes.ts";
import { courseAddress, coursePaths } from "./addresses.ts";

type Course = z.output<typeof getCourse.output>;

/** Lecturers to choose from in a list. Schools with more find them by name in the form of the course. */
const maxChoices = 40;

/** Reads who teaches a course, and who could. */
export async function readTeaching(context: RequestContext, course: Course): Promise<Teaching> {
  const { caller } = context;
  const ids = course.lecturerIds.map((id) => formatId("lecturer", id));
  const mayChange = mayPerform(caller, updateCourse);
  if (!mayPerform(caller, listLecturers)) return { lecturers: [], choices: [], address: undefined, create: undefined };
  const assigned = ids.length === 0 ? [] : (await perform(listLecturers, context, { ids, limit: ids.length })).data;
  const byId = new Map(assigned.map(({ id, name }) => [formatId("lecturer", id), name]));
  const all = await perform(listLecturers, context, { limit: maxChoices + 1 });
  const choices = all.data
    .map(({ id, name, memberId }) => {
      const isSelf = memberId !== null && memberId === memberOf(caller);
      return { id: formatId("lecturer", id), name, isSelf };
    })
    .filter(({ id }) => !ids.includes(id));
  return {
    lecturers: ids.flatMap((id) => {
      const name = byId.get(id);
      return name === undefined ? [] : [{ id, name }];
    }),
    choices: all.data.length > maxChoices ? undefined : choices,
    address: mayChange ? `/admin/courses/${formatId("course", course.id)}/lecturers` : undefined,
    create: mayPerform(caller, createLecturer) && !isConfined(context) ? "/admin/lecturers/new" : undefined,
  };
}

/** Attempts beside changes of others to the course. */
const maxAttempts = 3;

/** POST /admin/courses/{course}/lecturers: adds one lecturer to the course, or removes one. */
export function teachingForms(app: FastifyInstance): void {
  postForm(app, { path: coursePaths.lecturers, formAt: courseAddress }, async (pageRequest, form, { params }) => {
    const { course: reference } = params;
    const address = courseAddress(params);
    const lecturer = form.get("lecturer") ?? "";
    if (lecturer === "") return pageRequest.reply.redirect(`${address}#teaching`, 303);
    await changeLecturers(pageRequest.context, reference, (ids) =>
      form.get("act") === "remove" ? ids.filter((id) => id !== lecturer) : [...new Set([...ids, lecturer])],
    );
    return pageRequest.reply.redirect(`${address}?done=saved`, 303);
  });
}

/** Changes the stored list: what others have added since stays. */
async function changeLecturers(
  context: RequestContext,
  reference: string,
  change: (ids: readonly string[]) => string[],
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const course = await perform(getCourse, context, { course: reference });
    const lecturerIds = change(course.lecturerIds.map((id) => formatId("lecturer", id)));
    try {
      await perform(updateCourse, { ...context, ifMatch: [course.version] }, { course: reference, lecturerIds });
      return;
    } catch (error) {
      const isOutdated = error instanceof Problem && error.code === "etag_mismatch";
      if (!isOutdated || attempt === maxAttempts) throw error;
    }
  }
}
