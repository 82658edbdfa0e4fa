import { derivedId } from "../derived-id.ts";

/** Ids and external ids of what the data set names by numbers. */
export interface Names {
  course(code: string): string;
  section(code: string, week: number): string;
  material(id: number): string;
  assessment(id: number): string;
  member(student: number): string;
  enrollment(code: string, student: number): string;
  /** What a student has in a lecture: the progress, and the attempt or the submission, are one of each kind. */
  progress(enrollmentId: string, lecture: number, lectureId: string): string;
}

/** Accounts belong to no site: imported into two sites, a student has one account and two memberships. */
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
