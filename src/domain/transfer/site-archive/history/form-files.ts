import { attachFiles } from "#domain/content/forms/store-submissions.ts";
import { parseId } from "#domain/platform/ids.ts";
import type { Row } from "../archive-format.ts";
import { recordResources } from "../archived-records.ts";
import { keyOf } from "../compare-rows.ts";
import { readPages } from "../read-list.ts";
import type { SiteImport } from "../site-import.ts";
import { filesOf } from "./member-files.ts";

const { list, key } = recordResources.form_submissions;

/** Attaches the uploaded files to their form responses, whose importer knows no files. */
export async function attachFormFiles(run: SiteImport): Promise<void> {
  const files = new Map<string, string[]>();
  for await (const archived of run.archive.rows("form_submissions")) {
    const ids = filesOf(archived).flatMap(({ id }) => parseId("file", run.ids.get(id) ?? "") ?? []);
    if (ids.length > 0) files.set(keyOf(await run.ids.translate(archived), key), ids);
  }
  if (files.size === 0) return;
  for await (const page of readPages(run.context, list)) {
    for (const row of page) await attach(run, row, files.get(keyOf(row, key)));
  }
}

async function attach({ context }: SiteImport, row: Row, fileIds: readonly string[] | undefined): Promise<void> {
  const id = parseId("formSubmission", String(row["id"]));
  if (id === undefined || fileIds === undefined || filesOf(row).length > 0) return;
  await attachFiles(context, id, fileIds);
}
