import { derivedId } from "#domain/platform/derived-id.ts";

/** Ids and external ids for the numbered records of the data set. */
export interface Names {
  course(code: string): string;
  section(code: string, week: number): string;
  material(id: number): string;
  assessment(id: number): string;
  member(student: number): string;
  enrollment(code: string, student: number): string;
  /** Progress of a student in a lecture. Attempt and submission share the id: there is one of each. */
  progress(enrollmentId: string, lecture: number, lectureId: string): string;
}

/** Accounts are installation-wide: imported into two sites, a student has one account and two memberships. */
export const accountId = (student: number) => derivedId(`oulad/account/${student}`, student);

export const emailOf = (student: number) => `s${student}@example.invalid`;

export const namesAt = (siteId: string): Names => ({
  course: (code) => derivedId(`${siteId}/oulad/course/${code}`, 0),
  section: (code, week) => derivedId(`${siteId}/oulad/section/${code}/${week}`, week),
  material: (id) => derivedId(`${siteId}/oulad/vle/${id}`, id),
  assessment: (id) => derivedId(`${siteId}/oulad/assessment/${id}`, id),
  member: (student) => derivedId(`${siteId}/oulad/student/${student}`, student),
  enrollment: (code, student) => derivedId(`${siteId}/oulad/enrollment/${code}/${student}`, student),
  progress: (enrollmentId, lecture, lectureId) => derivedId(`${enrollmentId}/${lectureId}`, lecture),
});
