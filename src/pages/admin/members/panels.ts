import { formatId } from "#domain/platform/ids.ts";
import type { Member } from "#domain/people/members/member.ts";
import type { Panel } from "../../views/admin/derived/detail-page.ts";
import { panelOfPerson, panelsAt } from "../derived/panels.ts";
import type { Rows } from "../derived/table.ts";
import { textFor } from "../../text/catalogue.ts";
import { adminPageOf, type AdminPageRequest } from "../parts/page-request.ts";

interface OfPerson {
  path: string;
  /** The parameter of the list that takes the ID of the member. */
  parameter: string;
  rows: Rows;
}

/** Lists of the school about one person, by the operation that lists them. Each has an index that begins with the person. */
const lists: readonly OfPerson[] = [
  {
    path: "/event_registrations",
    parameter: "member_id",
    rows: { naming: "event_id", facts: ["status", "created_at"] },
  },
  {
    path: "/submissions",
    parameter: "student_id",
    rows: { naming: "lecture_id", facts: ["status", "submitted_at", "score"] },
  },
  {
    path: "/quiz_attempts",
    parameter: "student_id",
    rows: { naming: "lecture_id", facts: ["score_percent", "passed", "submitted_at"] },
  },
  {
    path: "/certificates",
    parameter: "student_id",
    rows: { naming: "course_name", facts: ["status", "issued_at"] },
  },
  {
    path: "/consulting_bookings",
    parameter: "member_id",
    rows: { naming: "service_id", facts: ["starts_at", "status"] },
  },
  { path: "/comments", parameter: "author_id", rows: { naming: "body", facts: ["status", "created_at"] } },
  { path: "/form_submissions", parameter: "member_id", rows: { naming: "form_id", facts: ["created_at"] } },
];

/** The panels of a member that the caller may open: their lists first, then what staff wrote about them. */
export async function panelsOfMember(
  pageRequest: AdminPageRequest,
  { id: memberId, lecturerId }: Pick<Member, "id" | "lecturerId">,
): Promise<Panel[]> {
  const id = formatId("member", memberId);
  const [nested, taught, ...found] = await Promise.all([
    panelsAt(pageRequest, `/members/${id}`),
    lecturerId === null ? [] : panelsAt(pageRequest, `/lecturers/${formatId("lecturer", lecturerId)}`),
    ...lists.map(({ path, parameter, rows }) => panelOfPerson(pageRequest, path, { parameter, id, rows })),
  ]);
  const { giveDownload } = textFor(adminPageOf(pageRequest, "members").locale).admin.members.show;
  const own = nested
    .filter(({ address }) => !address?.endsWith("/activity"))
    .map((panel) =>
      panel.create?.href.endsWith("/downloads/new") === true
        ? { ...panel, create: { ...panel.create, label: giveDownload } }
        : panel,
    );
  return [...taught, ...own, ...found.flat()];
}
