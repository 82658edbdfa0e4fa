import type { FastifyInstance, FastifyReply } from "fastify";
import { listMyNotes } from "#domain/learning/lecture-notes/list-my-notes.ts";
import { deleteMyNote } from "#domain/learning/lecture-notes/my-notes.ts";
import { searchMyCourse } from "#domain/learning/lecture-notes/search-my-course.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { sendPage } from "../../responses/send.ts";
import { myNotes } from "../../views/learn/notes/my-notes.ts";
import { searchCourse } from "../../views/learn/notes/search-course.ts";
import { courseAddress, lectureAddress } from "../addresses.ts";
import { type LearnerContext, learnerPage } from "../learner.ts";
import type { MemberRoutes } from "../../sign-in/member-routes.ts";
import { allNotes, listedNote, notesOfCourse, searchOfCourse } from "./addresses.ts";

interface Address {
  Params: { course?: string };
  Querystring: { q?: unknown; before?: string; done?: unknown };
}

const pageSize = 30;

const queryIn = (q: unknown): string => (typeof q === "string" ? q.trim().slice(0, 200) : "");

/** GET /account/notes and /learn/{course}/notes: the member's notes. POST /account/notes/{note}/delete. */
export function myNotesPages(app: FastifyInstance, { open, getPage, postForm }: MemberRoutes): void {
  for (const path of [allNotes, "/learn/:course/notes"]) {
    app.get<Address>(path, (request, reply) =>
      open(request, reply, (learner) => sendNotes(learner, request.params.course, request.query)),
    );
  }

  postForm(app, { path: "/account/notes/:note/delete", formAt: allNotes }, async (learner, form, request) => {
    await perform(deleteMyNote, learner.context, { noteId: request.params.note });
    const course = form.get("course") ?? "";
    const here = /^\/learn\/[\w%.~-]{1,600}$/.test(course) ? `${course}/notes` : allNotes;
    return learner.reply.redirect(`${here}?done=deleted`, 303);
  });

  getPage(app, "/learn/:course/search", async (learner, request) => {
    const query = queryIn(request.query.q);
    const { course } = request.params;
    const { lectures, notes, course: found } = await perform(searchMyCourse, learner.context, { course, q: query });
    const { slug, name } = found;
    const view = {
      here: searchOfCourse(slug),
      course: { href: courseAddress(slug), name },
      query,
      lectures: lectures.map(({ id, lock, ...lecture }) => ({
        ...lecture,
        href: lock === null ? lectureAddress(slug, id) : null,
      })),
      notes: notes.map(listedNote),
    };
    return searchCourse(learnerPage(learner), view);
  });
}

async function sendNotes(
  learner: LearnerContext,
  course: string | undefined,
  { q, before, done }: Address["Querystring"],
): Promise<FastifyReply> {
  const query = queryIn(q);
  const input = { course, q: query === "" ? undefined : query, before, limit: pageSize };
  const { notes, next, course: found } = await perform(listMyNotes, learner.context, input);
  const here = found ? notesOfCourse(found.slug) : allNotes;
  const addressWith = (more: Record<string, string>): string => {
    const fields = new URLSearchParams({ ...(query !== "" && { q: query }), ...more }).toString();
    return fields === "" ? here : `${here}?${fields}`;
  };
  const page = myNotes(learnerPage(learner), {
    csrf: learner.csrf,
    here,
    course: found && { href: courseAddress(found.slug), name: found.name },
    query,
    notes: notes.map(listedNote),
    pages: {
      first: before === undefined ? undefined : addressWith({}),
      next: next === null ? undefined : addressWith({ before: formatId("lectureNote", next) }),
    },
    download: notes.length === 0 ? null : `${here}.md`,
    isDeleted: done === "deleted",
  });
  return sendPage(learner.reply, page);
}
