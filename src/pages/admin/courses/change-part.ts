import { createLecture, updateLecture } from "#domain/catalog/curriculum/lectures/save-lecture.ts";
import { getLecture } from "#domain/catalog/curriculum/lectures/list-lectures.ts";
import { deleteSection } from "#domain/catalog/curriculum/sections/delete-section.ts";
import { getSection } from "#domain/catalog/curriculum/sections/list-sections.ts";
import { createSection, updateSection } from "#domain/catalog/curriculum/sections/save-section.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { textFor } from "../../text/catalogue.ts";
import { fillPlain } from "../../views/parts/markup.ts";
import { performForm } from "../parts/perform-once.ts";
import { type Act, type ActResult, done, findPart, type Placed, refused } from "./act.ts";

const titleIn = ({ fields }: Act): string => (fields.get("title") ?? "").trim();

const isTitle = (title: string): boolean => title !== "" && title.length <= 200;

const textOf = ({ locale }: Act) => textFor(locale).admin.outline.problems;

export async function addSection(act: Act): Promise<ActResult> {
  const title = titleIn(act);
  if (!isTitle(title)) return refused(textOf(act).title);
  const input = { course: act.outline.courseId, title };
  const made = await performForm(act.pageRequest, createSection, input, ({ id }) => ({ id: formatId("section", id) }));
  return done("added", { part: String(made["id"]) });
}

/** A new lecture is a draft: a published course refuses lectures without content. */
export async function addLecture(act: Act): Promise<ActResult> {
  const title = titleIn(act);
  if (!isTitle(title)) return refused(textOf(act).title);
  const input = { sectionId: act.fields.get("section"), title, kind: act.fields.get("kind"), status: "draft" };
  const made = await performForm(act.pageRequest, createLecture, input, ({ id }) => ({ id: formatId("lecture", id) }));
  return done("added", { part: String(made["id"]) });
}

/** Attempts beside changes of others that do not concern the title. */
const maxAttempts = 3;

/** Renames a section or a lecture, unless another person has renamed it since. */
export async function rename(act: Act): Promise<ActResult> {
  const title = titleIn(act);
  const part = findPart(act.outline, act.fields.get("part") ?? "");
  const text = textOf(act);
  if (!part) return refused(text.moved, 409);
  const { id } = part;
  if (!isTitle(title)) return refused(text.title, 422, { id, typed: title });
  for (let attempt = 1; ; attempt++) {
    const { context, request } = act.pageRequest;
    const current =
      part.kind === "section" ? await perform(getSection, context, { id }) : await perform(getLecture, context, { id });
    if (current.title !== (act.fields.get("was") ?? current.title) && current.title !== title) {
      return refused(fillPlain(text.renamed, { title: current.title }), 409, { id, typed: title });
    }
    const requestAtVersion = { request, context: { ...context, ifMatch: [current.version] } };
    try {
      if (part.kind === "section") await performForm(requestAtVersion, updateSection, { id, title });
      else await performForm(requestAtVersion, updateLecture, { id, title });
      return done("renamed", { part: id });
    } catch (error) {
      const isOutdated = error instanceof Problem && error.code === "etag_mismatch";
      if (!isOutdated || attempt === maxAttempts) throw error;
    }
  }
}

export async function changeSection(act: Act, id: string, status: "published" | "draft"): Promise<ActResult> {
  if (findPart(act.outline, id)?.kind !== "section") return refused(textOf(act).moved, 409);
  await performForm(act.pageRequest, updateSection, { id, status });
  return done(status === "published" ? "published" : "unpublished", { part: id });
}

/** Deletes an empty section. Otherwise asks first what happens to its lectures. */
export async function removeSection(act: Act, id: string): Promise<ActResult> {
  const part = findPart(act.outline, id);
  if (part?.kind !== "section") return refused(textOf(act).moved, 409);
  const lecturesChoice = act.fields.get("lectures");
  if (part.section.lectures.length > 0 && lecturesChoice === undefined) return { kind: "asked", about: part.section };
  const moveLecturesTo = act.fields.get("target");
  const input = lecturesChoice === "keep" && moveLecturesTo !== undefined ? { moveLecturesTo } : { cascade: true };
  await performForm(act.pageRequest, deleteSection, { id, ...input });
  return done("deleted", {
    undo: lecturesChoice === "keep" ? [] : [{ kind: "restore", id }],
    part: neighborOf(act, part),
  });
}

/** The part that gets the focus in place of a deleted one. */
const neighborOf = ({ outline: { sections } }: Act, { position }: Placed): string | undefined =>
  (sections[position - 1] ?? sections[position + 1])?.id;
