import { assertOk } from "../../support/assert-status.ts";
import { tarGzOf } from "../../support/data/tar.ts";
import { type BadRow, imported } from "./imports.ts";
import { scopes, zipped } from "./imported-courses.ts";
import { externalId } from "./olx-builder.ts";
import { anOperator, type Operator } from "./operator.ts";

export type OlxFiles = Record<string, string | Uint8Array>;

export interface OlxLecture {
  id: string;
  title: string;
  kind: string;
  status: string;
  external_id: string;
  body_markdown: string | null;
  metadata: Record<string, string>;
  video: { provider?: string; external_url?: string; file_id?: string } | null;
  attachments: { kind: string; title: string; external_url: string | null; file_id: string | null }[];
  quiz: {
    attempts_allowed: number | null;
    show_answers: string;
    questions: {
      kind: string;
      prompt_markdown: string;
      points: number;
      choices: { text: string; correct: boolean; feedback: string | null }[];
      accepted_answers: string[];
      tolerance: number | null;
      explanation: string | null;
    }[];
  } | null;
}

export interface OlxCourse {
  id: string;
  name: string;
  external_id: string;
  cover_file_id: string | null;
  description_markdown: string;
  metadata: Record<string, string>;
  lectures: OlxLecture[];
}

type Row = BadRow & { warnings: { place: string; detail: string }[] | null };

/** Imports courses from one archive. Returns the counts, the warnings and the errors, each with its place. */
export async function importOlx(operator: Operator, files: OlxFiles) {
  const file_id = await zipped(operator, tarGzOf(files), "courses.tar.gz");
  const job = await imported(operator, { format: "olx", file_id });
  const rows = (await operator.get(`/jobs/${job.id}/results?limit=200`)).json<{ data: Row[] }>().data;
  return {
    job,
    warnings: rows.flatMap(({ warnings }) => (warnings ?? []).map(({ place, detail }) => `${place} ${detail}`)),
    errors: rows.flatMap(({ name, error }) => (error === null ? [] : [`${name} ${error.detail}`])),
  };
}

/** The imported courses by their external IDs, with the texts of their lectures. */
export async function olxCourses(operator: Operator): Promise<Map<string, OlxCourse>> {
  const listed = await operator.get("/courses?status=draft&limit=200");
  assertOk(listed);
  const courses = new Map<string, OlxCourse>();
  for (const { id } of listed.json<{ data: { id: string }[] }>().data) {
    const course = (await operator.get(`/courses/${id}`)).json<OlxCourse>();
    const include = "include=attachments,quizzes,bodies";
    const tree = (await operator.get(`/courses/${id}/curriculum?${include}`)).json<{
      sections: { lectures: OlxLecture[] }[];
    }>();
    courses.set(course.external_id, { ...course, lectures: tree.sections.flatMap(({ lectures }) => lectures) });
  }
  return courses;
}

/** Imports courses of `olxCourse` into a site of their own, with their warnings. */
export async function importedOlx(files: OlxFiles) {
  const operator = await anOperator(scopes);
  const { warnings, errors, job } = await importOlx(operator, files);
  const found = await olxCourses(operator);
  return {
    job,
    errors,
    of: (number: string): OlxCourse => found.get(externalId(number))!,
    reported: (number: string) => warnings.filter((warning) => warning.startsWith(`${number}/`)),
  };
}
