import { Problem } from "#domain/platform/problem.ts";
import { isFieldOf } from "#lib/json/typed-object.ts";
import { contentResources, recordResources } from "./archived-resources.ts";
import { restoredParts } from "./history/restored-parts.ts";
import { linksOfRestored } from "./history/restored-part.ts";
import { linksOfContent } from "./import-content.ts";
import { linksOfCourses } from "./import-courses.ts";
import { linksOfSchool } from "./import-school.ts";
import { linksOfRecords } from "./links-of-records.ts";
import type { LinkingRow } from "./linking-rows.ts";
import type { LinkCompletion } from "./link-completion.ts";
import { labelOf, type SiteImport } from "./site-import.ts";

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

/** Links of one text that are reported. */
const maxReportedLinks = 10;

function reportLinks(run: SiteImport, label: string, unknown: ReadonlySet<string>): void {
  const more = unknown.size > maxReportedLinks ? ", …" : "";
  const targets = [...unknown].slice(0, maxReportedLinks).join(", ") + more;
  run.report(label, `It links to ${targets}, which was not imported. The link was not changed.`);
}
