import { emailKey } from "#domain/platform/email.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { addStudents, findPeople, type KnownPerson } from "#domain/people/members/bulk/add-students.ts";
import { lockMember } from "#domain/people/members/queries.ts";
import { makeAlsoStudent } from "#domain/people/members/roles/replace-roles.ts";
import { type Problem, validationFailed } from "#domain/platform/problem.ts";
import { zip } from "#lib/zip/zip.ts";
import type { EnrollRow } from "./enroll-row.ts";

type Named = Pick<EnrollRow, "studentId" | "email" | "name">;
type Person = KnownPerson | Problem;

/** Returns the member of each row, using a constant number of statements. Creates new members as students. */
export async function peopleOf(
  context: Context,
  rows: readonly Named[],
  createStudents: boolean,
): Promise<(string | Problem)[]> {
  const ids = rows.flatMap(({ studentId }) => studentId ?? []);
  const emails = rows.flatMap(({ email }) => email ?? []);
  const existing = await findPeople(context, { ids, emails });
  const byId = new Map(existing.map((person) => [person.id, person]));
  const byEmail = new Map(existing.map((person) => [person.emailKey, person]));
  if (createStudents) {
    const fresh = new Map(
      rows.flatMap(({ studentId, email, name = null }) =>
        studentId === undefined && email !== undefined && !byEmail.has(emailKey(email))
          ? [[emailKey(email), { email, name }] as const]
          : [],
      ),
    );
    const added = fresh.size > 0 ? await addStudents(context, [...fresh.values()]) : new Map<string, KnownPerson>();
    for (const [key, person] of added) byEmail.set(key, person);
  }
  const peopleOfRows = rows.map((row) => {
    const person = personOf(row, byId, byEmail);
    return !isProblem(person) && person.status === "removed" ? wasRemoved(row) : person;
  });
  const removed = new Set<Person>();
  // Locks members in ID order, so that concurrent requests with the same members cannot deadlock.
  const people = [...new Set(peopleOfRows)]
    .filter((person): person is KnownPerson => !isProblem(person))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const person of people) if (!(await addStudentRole(context, person))) removed.add(person);
  return zip(rows, peopleOfRows).map(([row, person]) => {
    if (isProblem(person)) return person;
    return removed.has(person) ? wasRemoved(row) : person.id;
  });
}

const isProblem = (person: Person): person is Problem => person instanceof Error;

function personOf(
  { studentId, email }: Named,
  byId: ReadonlyMap<string, KnownPerson>,
  byEmail: ReadonlyMap<string, KnownPerson>,
): Person {
  if (studentId !== undefined && email === undefined) {
    return byId.get(studentId) ?? unknownStudent("/studentId", formatId("member", studentId));
  }
  if (email !== undefined && studentId === undefined) {
    return byEmail.get(emailKey(email)) ?? unknownStudent("/email", email);
  }
  return validationFailed("/studentId", "exclusive", "Send either student_id or email.");
}

const unknownStudent = (pointer: string, who: string) =>
  validationFailed(pointer, "not_found", `There is no student ${who}.`);

const wasRemoved = ({ studentId }: Named) =>
  validationFailed(
    studentId === undefined ? "/email" : "/studentId",
    "removed",
    "This person was removed from the site.",
  );

/** Returns false if the member was removed concurrently. */
async function addStudentRole(context: Context, { id, roles }: KnownPerson): Promise<boolean> {
  if (roles.includes("student")) return true;
  const existing = await lockMember(context, id);
  if (!existing || existing.status === "removed") return false;
  await makeAlsoStudent(context, existing);
  return true;
}
