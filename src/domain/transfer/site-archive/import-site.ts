import { analyzeChanged } from "#database/analyze-changed.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { onImportConnection } from "#domain/transfer/imports/import-connection.ts";
import { recordResources } from "./archived-records.ts";
import { archivedNames, type ContentName, contentResources, operations } from "./archived-resources.ts";
import { libraryPages } from "./archived-rows.ts";
import { importFulfillment, importOrigins } from "./history/access.ts";
import { attachFormFiles } from "./history/form-files.ts";
import { importLastLectures } from "./history/last-lectures.ts";
import { importMemberFiles, importPictures } from "./history/member-files.ts";
import { importRestored } from "./history/restored-part.ts";
import { restoredParts } from "./history/restored-parts.ts";
import { completeLinks } from "./complete-links.ts";
import { importArchivedRecords } from "./import-archived-records.ts";
import { importContent } from "./import-content.ts";
import { importCourses } from "./import-courses.ts";
import { importFiles } from "./import-files.ts";
import { importPeopleOf } from "./import-people-of-rows.ts";
import { importPageRevisions } from "./import-page-revisions.ts";
import { importRegistrations } from "./import-registrations.ts";
import { importAppearance, importSchool } from "./import-school.ts";
import { typedEntries, typedKeys } from "#lib/json/typed-object.ts";
import type { SiteArchive } from "./open-site-archive.ts";
import { performOnWire, readPages } from "./read-list.ts";
import { type ImportOptions, SiteImport } from "./site-import.ts";

/** Content that courses refer to. */
const beforeCourses = ["course_categories", "event_categories", "post_categories", "lecturers", "forms"] as const;

const imported = new Set<ContentName>(["member_fields", ...beforeCourses]);
const afterCourses = typedKeys(contentResources).filter((name) => !imported.has(name));

const contentOf = (name: ContentName) => (run: SiteImport) => importContent(run, name);

/** The order of an import: every row comes after those that it refers to. Texts can link to rows that come later. */
const steps: readonly ((run: SiteImport) => Promise<void>)[] = [
  importFiles,
  importSchool,
  contentOf("member_fields"),
  (run) => importArchivedRecords(run, "members"),
  importMemberFiles,
  importPictures,
  ...beforeCourses.map(contentOf),
  importCourses,
  ...afterCourses.map(contentOf),
  (run) => importPeopleOf(run, "group_students"),
  (run) => importPeopleOf(run, "digital_product_grants"),
  // Before there are attempts: a quiz with attempts gets a new version if its text changes.
  completeLinks({ isLast: false }),
  (run) => importArchivedRecords(run, "enrollments"),
  (run) => importArchivedRecords(run, "lecture_progress"),
  importLastLectures,
  (run) => importRestored(run, "submissions", restoredParts.submissions),
  (run) => importArchivedRecords(run, "subscriptions"),
  (run) => importArchivedRecords(run, "orders"),
  importComments,
  importRegistrations,
  // Texts that nothing links to come after everything that they can link to.
  ...typedEntries(restoredParts)
    .filter(([name]) => name !== "submissions" && name !== "vouchers")
    .map(
      ([name, part]) =>
        (run: SiteImport) =>
          importRestored(run, name, part),
    ),
  // After everything that orders give.
  importFulfillment,
  // After the lines that paid for them.
  (run) => importRestored(run, "vouchers", restoredParts.vouchers),
  importOrigins,
  (run) => importArchivedRecords(run, "reviews"),
  (run) => importArchivedRecords(run, "form_submissions"),
  attachFormFiles,
  closeForms,
  completeLinks({ isLast: true }),
  importPageRevisions,
  importAppearance,
];

/** Maximum depth of replies to comments, far more than there are. */
const maxDepth = 100;

/** Comments before their replies, whose parents have other IDs here. */
async function importComments(run: SiteImport): Promise<void> {
  let deepest = 0;
  for await (const { depth } of run.archive.rows("comments")) deepest = Math.max(deepest, Number(depth) || 0);
  for (let depth = 0; depth <= Math.min(deepest, maxDepth); depth++) {
    await importArchivedRecords(run, "comments", (row) => (Number(row["depth"]) || 0) === depth);
  }
}

/** Closes forms after their submissions were imported. */
async function closeForms(run: SiteImport): Promise<void> {
  for await (const archived of run.archive.rows("forms")) {
    const id = run.ids.get(archived["id"]);
    if (archived["status"] !== "closed" || id === undefined) continue;
    const form = await performOnWire(run.context, contentResources.forms.get.operation, { id });
    if (form["status"] !== "open") continue;
    await run.attempt("forms", archived, () => performOnWire(run.context, operations.closeForm, { id }));
  }
}

/**
 * Imports an archive into an empty site, with the operations and importers of the product. The site may hold members,
 * and what an earlier run of the same archive has stored. `folder`: an empty folder for working files.
 */
export function importSite(
  context: RequestContext,
  archive: SiteArchive,
  folder: string,
  options: ImportOptions = {},
): Promise<SiteImport> {
  const { checksums, site } = archive.manifest;
  const run = new SiteImport(context, archive, folder, options);
  return onImportConnection(context, "site", async () => {
    await requireEmpty(context, checksums);
    if (context.dryRun) {
      for (const name of [...archivedNames, "courses"]) run.count(name, "created", archive.manifest.counts[name] ?? 0);
      return run;
    }
    await recordAudit(context, "importSite", { details: { archive: checksums, from: site.origin } });
    for (const [index, step] of steps.entries()) {
      run.tick();
      options.onStep?.(run, index / steps.length);
      await step(run);
    }
    options.onStep?.(run, 1);
    await analyzeChanged(context.db);
    return run;
  });
}

/** Lists whose rows show that a site is in use. Members are not among them: an owner comes first. */
const filled = [
  operations.listCourses,
  operations.listEventRegistrations,
  contentResources.posts.list,
  contentResources.events.list,
  contentResources.membership_plans.list,
  contentResources.digital_products.list,
  recordResources.orders.list,
  recordResources.enrollments.list,
];

/** Rows of an archive match those of a site by their keys, which is safe only if both come from the same archive. */
async function requireEmpty(context: RequestContext, checksums: string): Promise<void> {
  const { db, site } = context;
  const earlier = await db.first<{ id: string }>`
    select id from audit_entries
     where site_id = ${site.id} and action = 'importSite' and details->>'archive' = ${checksums} limit 1`;
  if (earlier) return;
  for await (const page of libraryPages(context)) if (page.length > 0) throw notEmpty(" files");
  for (const list of filled) {
    const { value: rows } = await readPages(context, list).next();
    if (!rows || rows.length === 0) continue;
    throw notEmpty(list.name.replace(/^list/, "").replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));
  }
}

const notEmpty = (what: string) =>
  new Problem("conflict", `The site is not empty: it has${what}. Import into a new site (\`lectern site create\`).`);
