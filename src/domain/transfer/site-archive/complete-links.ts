import { Problem } from "#domain/platform/problem.ts";
import { isFieldOf } from "#lib/json/typed-object.ts";
import { recordResources, type ArchivedRecords, type RecordResource } from "./archived-records.ts";
import { contentResources } from "./archived-resources.ts";
import { restoredParts } from "./history/restored-parts.ts";
import { linksOfRestored } from "./history/restored-part.ts";
import { linksOfContent } from "./import-content.ts";
import { linksOfCourses } from "./import-courses.ts";
import { linksOfSchool } from "./import-school.ts";
import type { LinkingRow } from "./linking-rows.ts";
import type { LinkCompletion } from "./link-completion.ts";
import { labelOf, type SiteImport } from "./site-import.ts";
import { appendFile, rm } from "node:fs/promises";
import path from "node:path";
import { importNow } from "#domain/transfer/imports/import-now.ts";
import { changedFields } from "./compare-rows.ts";
import { comparedPart, writtenPart } from "./import-archived-records.ts";
import { performOnWire } from "./read-list.ts";

/**
 * Translates the links of texts to rows that were imported later than the texts. Links that remain are left to the last
 * call, which reports them.
 */
export const completeLinks =
  ({ isLast }: { isLast: boolean }) =>
  async (run: SiteImport): Promise<void> => {
    for (const [name, rows] of run.linking.takeAll()) {
      const completion = completionOf(name);
      for await (const linking of run.watched(rows)) await complete(run, name, completion, linking, isLast);
      await completion.finish?.(run);
    }
  };

function completionOf(name: string): LinkCompletion {
  if (name === "school") return linksOfSchool;
  if (name === "courses") return linksOfCourses;
  if (isFieldOf(contentResources, name)) return linksOfContent(name);
  if (isFieldOf(recordResources, name)) return linksOfRecords(name);
  if (isFieldOf(restoredParts, name)) return linksOfRestored(name, restoredParts[name]);
  throw new Error(`No import completes the links of ${name}.`);
}

async function complete(
  run: SiteImport,
  name: string,
  completion: LinkCompletion,
  linking: LinkingRow,
  isLast: boolean,
): Promise<void> {
  const unknown = new Set<string>();
  const translated = await completion.translate(run, linking.archived, unknown);
  const label = `${name} ${labelOf(translated)}`;
  if (unknown.size > 0 && !isLast && !linking.isNew) {
    // An earlier import may have translated all its links.
    await run.linking.add(name, linking);
    return;
  }
  try {
    await completion.save(run, linking, translated);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    run.report(label, `The links of its texts could not be translated: ${error.message}`, error.code);
    return;
  }
  if (unknown.size === 0) return;
  if (isLast) reportLinks(run, label, unknown);
  else await run.linking.add(name, { ...linking, written: translated });
}

const maxReportedLinksPerText = 10;

function reportLinks(run: SiteImport, label: string, unknown: ReadonlySet<string>): void {
  const more = unknown.size > maxReportedLinksPerText ? ", …" : "";
  const targets = [...unknown].slice(0, maxReportedLinksPerText).join(", ") + more;
  run.report(label, `It links to ${targets}, which was not imported. The link was not changed.`);
}

/** Completes the links of records with the importer of their resource, in one file. */
function linksOfRecords(name: ArchivedRecords): LinkCompletion {
  const fileOf = ({ folder }: SiteImport): string => path.join(folder, `completed-${name}.ndjson`);
  const { get }: RecordResource = recordResources[name];
  let lines = 0;
  return {
    translate: ({ ids }, archived, unknown) => ids.translate(writtenPart(name, archived), unknown),
    async save(run, { archived, written: before, isNew }, translated) {
      const id = run.ids.get(archived["id"]);
      if (id === undefined || Object.keys(await changedFields(before, translated)).length === 0) return;
      if (!get) {
        run.reportUntranslated(name, archived);
        return;
      }
      const here = isNew ? before : writtenPart(name, await performOnWire(run.context, get, { id }));
      const [own, other] = [comparedPart(name, here), comparedPart(name, translated)];
      if ((await run.linkStateOf(name, archived, own, other)) !== "incomplete") return;
      const changed = await changedFields(own, other);
      await appendFile(fileOf(run), `${JSON.stringify({ ...changed, id })}\n`);
      lines++;
    },
    async finish(run) {
      if (lines === 0) return;
      const { failures } = await importNow(run.context, { format: "ndjson", resource: name }, fileOf(run), run.tick);
      await rm(fileOf(run));
      for (const { detail } of failures) run.report(name, detail, "validation_failed");
    },
  };
}
