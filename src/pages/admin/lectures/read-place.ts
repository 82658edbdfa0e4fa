import type { RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import type { PlaceOfLecture } from "../../views/admin/lectures/around-lecture.ts";
import { readWay } from "../courses/read-way.ts";

/** Reads the place of a lecture in its course. After the last one of a draft, the course leads on. */
export async function readPlace(context: RequestContext, id: string): Promise<PlaceOfLecture> {
  const { findPlaceOfLecture } = await adminOperations.lectures();
  const place = await perform(findPlaceOfLecture, context, { id });
  const { course, next } = place;
  const leadsOn = course.isDraft && next === null;
  return { ...place, way: leadsOn ? await readWay(context, formatId("course", course.id)) : undefined };
}
