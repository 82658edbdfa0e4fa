import type { FastifyInstance } from "fastify";
import { getLecture } from "#domain/catalog/curriculum/lectures/list-lectures.ts";
import {
  getLectureRevision,
  listLectureRevisions,
  restoreLectureRevision,
} from "#domain/catalog/curriculum/revisions/lecture-revisions.ts";
import { listMembers } from "#domain/people/members/list-members.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { differencesOf } from "#lib/text/differences.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { lectureVersion, lectureVersions } from "../../views/admin/lectures/versions.ts";
import { mayPerform } from "../parts/may-perform.ts";
import { namesOfPeople } from "../parts/names.ts";
import { performForm } from "../parts/perform-once.ts";
import { type AdminPageRequest, derivedPageOf } from "../parts/page-request.ts";
import { getPage, postForm } from "../parts/routes.ts";
import { lectureAddress, lecturePaths } from "./addresses.ts";

interface OfRevision {
  Params: { id: string; rev: string };
  Querystring: { changed?: string };
}

/** All kept revisions are on one page. */
const limit = 50;

/** GET /admin/lectures/{id}/revisions: former titles and texts of a lecture, with differences, to be restored. */
export function lectureHistory(app: FastifyInstance): void {
  getPage(app, lecturePaths.revisions, async (pageRequest, request) => {
    const { context } = pageRequest;
    const { id } = request.params;
    const { title } = await perform(getLecture, context, { id });
    const { findPlaceOfLecture } = await adminOperations.lectures();
    const { course } = await perform(findPlaceOfLecture, context, { id });
    const { data } = await perform(listLectureRevisions, context, { id, limit });
    const names = await namesOf(pageRequest, data);
    const { restored } = request.query;
    return lectureVersions(derivedPageOf(pageRequest, `/lectures/${id}`), {
      id,
      title,
      course,
      restored: restored !== undefined && /^\d{1,9}$/.test(restored) ? restored : undefined,
      versions: data.map(({ memberId, ...version }) => ({ ...version, by: memberId && (names.get(memberId) ?? null) })),
    });
  });

  getPage(app, lecturePaths.revision, async (pageRequest, request) => {
    const { context } = pageRequest;
    const { id, rev } = numbered(request.params);
    const lecture = await perform(getLecture, context, { id });
    const { findPlaceOfLecture } = await adminOperations.lectures();
    const { course } = await perform(findPlaceOfLecture, context, { id });
    const version = await perform(getLectureRevision, context, { id, rev });
    const names = await namesOf(pageRequest, [version]);
    const [before, after] = [version.bodyMarkdown ?? "", lecture.bodyMarkdown ?? ""];
    return lectureVersion(derivedPageOf(pageRequest, `/lectures/${id}`), {
      id,
      title: lecture.title,
      course,
      version: { ...version, by: version.memberId && (names.get(version.memberId) ?? null) },
      runs: differencesOf(before.split("\n"), after.split("\n")),
      isSame: before === after && version.title === lecture.title,
      mayRestore: mayPerform(context.caller, restoreLectureRevision),
      compared: lecture.version,
      hasChanged: request.query.changed !== undefined,
    });
  });

  postForm(app, lecturePaths.revision, async (pageRequest, form, request) => {
    const { id, rev } = request.params;
    const here = lectureAddress("revision", id, rev);
    numbered(request.params);
    const contextAtVersion = { ...pageRequest.context, ifMatch: [Number(form.get("version"))] };
    try {
      await performForm({ ...pageRequest, context: contextAtVersion }, restoreLectureRevision, { id, rev });
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "etag_mismatch") throw error;
      return pageRequest.reply.redirect(`${here}?changed=yes`, 303);
    }
    return pageRequest.reply.redirect(`${lectureAddress("revisions", id)}?restored=${encodeURIComponent(rev)}`, 303);
  });
}

/** Throws for an address without a number, which leads nowhere. */
function numbered(params: OfRevision["Params"]): OfRevision["Params"] {
  if (/^\d{1,9}$/.test(params.rev)) return params;
  throw new Problem("not_found", "There is no version of the lecture at this address.");
}

/** Lecturers may not list members: they see no names of authors. */
const namesOf = async (
  { context }: AdminPageRequest,
  versions: readonly { memberId: string | null }[],
): Promise<ReadonlyMap<string, string>> =>
  mayPerform(context.caller, listMembers)
    ? namesOfPeople(
        context,
        versions.flatMap(({ memberId }) => memberId ?? []),
      )
    : new Map();
