import { readFileSync } from "node:fs";
import path from "node:path";
import { Problem } from "#domain/platform/problem.ts";
import { toWire } from "#lib/wire/names.ts";
import type { CourseContent } from "#domain/transfer/course-folder/course-content.ts";
import { type Fault, inLines, partOfPath } from "#domain/platform/input/yaml-fields.ts";
import { lineOfField } from "#domain/platform/input/front-matter.ts";

/** Rewrites the field errors of a problem to name the file and line to fix. */
export async function locateProblem(problem: Problem, folder: string, content: CourseContent): Promise<Problem> {
  const { errors } = problem.details;
  if (!errors) return problem;
  const faults: Fault[] = [];
  for (const { pointer, detail } of errors) faults.push(await placed(folder, content, pointer, detail));
  return new Problem(problem.code, inLines(faults), problem.details);
}

async function placed(folder: string, content: CourseContent, pointer: string, detail: string): Promise<Fault> {
  const { name, rest } = fileOf(content, pointer);
  const field = rest.map((part) => (typeof part === "string" ? (fieldNamesInFiles[part] ?? toWire(part)) : part));
  const file = path.join(folder, name);
  const line = await lineOfField(file, readFileSync(file, "utf8"), field);
  return { file, line, detail: `${field.join(".") || "fields"}: ${detail}` };
}

/** Fields that have another name in files, or that are set by another field. */
const fieldNamesInFiles: Record<string, string> = { lectureCount: "status", coverFileId: "cover", fileId: "file" };

function fileOf({ sections }: CourseContent, pointer: string): { name: string; rest: (string | number)[] } {
  const parts = pointer.split("/").slice(1).map(partOfPath);
  const [first, index, second, lectureIndex, ...inLecture] = parts;
  const section = first === "sections" ? sections[Number(index)] : undefined;
  if (!section) return { name: "course.md", rest: parts };
  const lecture = second === "lectures" ? section.lectures[Number(lectureIndex)] : undefined;
  if (lecture) return { name: `${section.name}/${lecture.name}.md`, rest: inLecture };
  return { name: `${section.name}/section.md`, rest: parts.slice(2) };
}
