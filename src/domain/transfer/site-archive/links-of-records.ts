import { appendFile, rm } from "node:fs/promises";
import path from "node:path";
import { importNow } from "#domain/transfer/imports/import-now.ts";
import { type ArchivedRecords, type RecordResource, recordResources } from "./archived-resources.ts";
import { changedFields } from "./compare-rows.ts";
import { comparedPart, writtenPart } from "./import-archived-records.ts";
import type { LinkCompletion } from "./link-completion.ts";
import { performOnWire } from "./read-list.ts";
import type { SiteImport } from "./site-import.ts";

/** Completes the links of records with the importer of their resource, in one file. */
export function linksOfRecords(name: ArchivedRecords): LinkCompletion {
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
