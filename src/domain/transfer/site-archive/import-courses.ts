import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { loadDocument } from "#domain/transfer/course-json/load-document.ts";
import { findCourse } from "#domain/catalog/courses/queries.ts";
import { formatId } from "#domain/platform/ids.ts";
import { type ImportOutcome, importNow } from "#domain/transfer/imports/import-now.ts";
import { jsonOf } from "#lib/event-loop/stringify.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { zip } from "#lib/zip/zip.ts";
import { maxCourse, type Row } from "./archive-format.ts";
import { operations } from "./archived-resources.ts";
import { digestOf } from "./compare-rows.ts";
import { withoutLinks } from "./id-map.ts";
import type { LinkCompletion } from "./link-completion.ts";
import { type CourseIds, courseIds } from "./course-entries.ts";
import { performOnWire } from "./read-list.ts";
import { labelOf, type SiteImport } from "./site-import.ts";

const name = "courses";

/** Imports the courses with their plans and contents, from course JSON. */
export async function importCourses(run: SiteImport): Promise<void> {
  for await (const entry of run.archive.courses()) {
    const document = await documentOf(run, entry);
    await run.attempt(name, document, () => importCourse(run, entry, document));
  }
}

/** The document of a course with the IDs that are known by now. */
const documentOf = async (run: SiteImport, entry: Row, unknown?: Set<string>): Promise<Row> =>
  withoutContradiction(await run.ids.translate(asRecord(entry["document"]), unknown), run.context.now);

export const linksOfCourses: LinkCompletion = {
  translate: documentOf,
  async save(run, { archived: entry, written: before, isNew }, document) {
    const course = await findCourse(run.context, { slug: String(document["slug"]) });
    if (!course) return;
    const here = isNew ? before : await loadDocument(run.context, course);
    const archived = asRecord(entry["document"]);
    if ((await run.linkStateOf(name, archived, here, document)) !== "incomplete") return;
    reportFailures(run, document, await save(run, document));
  },
};

/**
 * In archives of earlier releases, free courses can have plans with a price. They are sold, so they are paid. After the
 * sale they were free, and their plans end.
 */
function withoutContradiction(document: Row, now: Date): Row {
  if (document["course_type"] !== "free" || !Array.isArray(document["plans"])) return document;
  const plans = document["plans"].map(asRecord);
  const priced = plans.filter(({ active, price }) => {
    const { amount } = asRecord(price);
    return active !== false && typeof amount === "number" && amount > 0;
  });
  const hasEnded = ({ sale_ends_at: end }: Row) => typeof end === "string" && new Date(end) <= now;
  if (!priced.every(hasEnded)) return { ...document, course_type: "paid" };
  const ended = new Set(priced);
  return { ...document, plans: plans.map((plan) => (ended.has(plan) ? { ...plan, active: false } : plan)) };
}

async function importCourse(run: SiteImport, entry: Row, document: Row): Promise<void> {
  const { context } = run;
  const slug = String(document["slug"]);
  const existing = await findCourse(context, { slug });
  if (!existing && !(await create(run, document))) return;
  const course = existing ?? (await findCourse(context, { slug }));
  if (!course) return;
  mapParts(run, entry, await courseIds(context, course.id), labelOf(document));
  // Texts that link to lectures of the same course, whose IDs are known now.
  const unknown = new Set<string>();
  const linked = await documentOf(run, entry, unknown);
  const isLinking = unknown.size > 0;
  // Links that are not translated yet are compared later.
  const compared = async (one: Row) => digestOf(isLinking ? await withoutLinks(one) : one);
  const isSame = existing && (await compared(await loadDocument(context, existing))) === (await compared(linked));
  if (isSame !== undefined) run.compare(name, document, isSame);
  else if ((await digestOf(linked)) !== (await digestOf(document))) {
    reportFailures(run, document, await save(run, linked));
  }
  if (isLinking && isSame !== false) {
    await run.linking.add(name, { archived: entry, written: linked, isNew: !existing });
  }
  const promo = run.ids.get(entry["promo_video_attachment_id"]);
  if (promo === undefined || course.promoVideoAttachmentId !== null) return;
  const id = formatId("course", course.id);
  await performOnWire(context, operations.updateCourse, { course: id, promo_video_attachment_id: promo });
}

async function save(run: SiteImport, document: Row): Promise<ImportOutcome> {
  const file = path.join(run.folder, "course.json");
  await writeFile(file, await jsonOf(document));
  const outcome = await importNow(run.context, { format: "course_json", maxBytes: maxCourse.bytes }, file);
  await rm(file);
  return outcome;
}

/** Returns true if the course was imported. */
async function create(run: SiteImport, document: Row): Promise<boolean> {
  const { counts, failures, warnings } = await save(run, document);
  for (const { place, detail } of warnings) run.report(`${name} ${labelOf(document)}${after(place)}`, detail);
  reportFailures(run, document, { failures });
  if (counts.failed > 0) run.count(name, "failed");
  else run.count(name, "created");
  return counts.failed === 0;
}

function reportFailures(run: SiteImport, document: Row, { failures }: Pick<ImportOutcome, "failures">): void {
  for (const { name: place, detail } of failures) {
    run.report(`${name} ${labelOf(document)}${after(place)}`, detail, "validation_failed");
  }
}

/** The position within a file, without the file. */
const after = (place: string): string => (place.includes("#") ? place.slice(place.indexOf("#") + 1) : "");

/** Parts have no key of their own: those of both courses are in the same order. */
function mapParts(run: SiteImport, entry: Row, here: CourseIds, label: string): void {
  const { ids } = run;
  const archived = asRecord(entry["ids"]);
  ids.set(archived["course"], here.course);
  for (const part of ["plans", "sections", "lectures", "attachments"] as const) {
    const before = archived[part];
    if (!Array.isArray(before)) continue;
    if (before.length === here[part].length) for (const [old, id] of zip(before, here[part])) ids.set(old, id);
    else
      run.report(`${name} ${label}`, `The course has other ${part} here, so rows that refer to them are not imported.`);
  }
}
