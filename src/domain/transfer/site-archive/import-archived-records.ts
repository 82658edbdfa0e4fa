import { appendFile, rm } from "node:fs/promises";
import path from "node:path";
import { importNow } from "#domain/transfer/imports/import-now.ts";
import { linesOf } from "#domain/transfer/imports/records/read/lines-of.ts";
import { recordImports } from "#domain/transfer/imports/records/record-imports.ts";
import { digestBytes, DigestMap, shortDigest } from "#lib/collections/digest-map.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { type Row, rowsIn } from "./archive-format.ts";
import { type ArchivedRecords, recordResources } from "./archived-records.ts";
import { operations } from "./archived-resources.ts";
import { digestOf, keyOf, writablePart } from "./compare-rows.ts";
import { importedLines, originFields } from "./history/access.ts";
import { packedBytes, packId, unpackId } from "./packed-ids.ts";
import { performOnWire, readPages } from "./read-list.ts";
import { labelOf, type SiteImport } from "./site-import.ts";

/** Fields that are restored later, and references to rows that have other IDs here, where others identify them. */
const leftOut: Partial<Record<ArchivedRecords, readonly string[]>> = {
  enrollments: originFields,
  lecture_progress: ["enrollment_id"],
};

/** Fields that follow from others, or that the import of the records leaves to the site. */
const notCompared: Partial<Record<ArchivedRecords, readonly string[]>> = {
  members: ["tags"],
  comments: ["author"],
  orders: ["payments", "refunds", "line_items", "coupon"],
  lecture_progress: ["updated_at"],
};

const charactersPerWrite = 1024 * 1024;

/** Imports the records that the site lacks, with the importer of `POST /imports`. */
export async function importArchivedRecords(
  run: SiteImport,
  name: ArchivedRecords,
  isMeant: (row: Row) => boolean = () => true,
): Promise<void> {
  const { key } = recordResources[name];
  const file = path.join(run.folder, `import-${name}.ndjson`);
  const existing = await existingRecords(run, name);
  let [text, added] = ["", 0];
  for await (const archived of run.archive.rows(name)) {
    if (!isMeant(archived)) continue;
    const { row, isLinking } = await run.translate(archived, (one) => writtenPart(name, one));
    const here = existing.get(keyOf(row, key));
    if (isLinking)
      await run.linking.add(name, { archived, written: writtenPart(name, row), isNew: here === undefined });
    if (here === undefined) {
      const written = Object.fromEntries(Object.entries(row).filter(([field]) => isWritten(name, field)));
      if (name === "orders") {
        written["line_items"] = importedLines(row);
        written["payments"] = rowsIn(archived, "payments").map(identified);
      }
      text += `${JSON.stringify(written)}\n`;
      added++;
    } else if (isLinking) {
      // Compared when its links are translated.
      run.count(name, "unchanged");
    } else {
      const isSame = here.equals(await compared(name, row));
      if (!isSame && name === "orders") run.conflicting.add(archived["id"]);
      run.compare(name, archived, isSame);
    }
    if (text.length < charactersPerWrite) continue;
    await appendFile(file, text);
    text = "";
  }
  if (added > 0) {
    await appendFile(file, text);
    await importFile(run, name, file);
    await rm(file);
  }
  await mapIds(run, name);
}

const isWritten = (name: ArchivedRecords, field: string): boolean =>
  field !== "id" && !(leftOut[name] ?? []).includes(field);

/** A failed payment may have no other identifier than its ID, which the import of orders does not take over. */
const identified = (payment: Row): Row =>
  payment["external_id"] === null && payment["provider_reference"] === null && payment["paid_at"] === null
    ? { ...payment, external_id: payment["id"] }
    : payment;

/** The fields that the import writes. */
export const writtenPart = (name: ArchivedRecords, row: Row): Row =>
  writablePart(row, recordImports[name].row, ["id", ...(leftOut[name] ?? [])]);

/** The fields by which rows are compared. */
export const comparedPart = (name: ArchivedRecords, row: Row): Row =>
  writablePart(row, recordImports[name].row, ["id", ...(leftOut[name] ?? []), ...(notCompared[name] ?? [])]);

const compared = async (name: ArchivedRecords, row: Row): Promise<Buffer> =>
  shortDigest(await digestOf(comparedPart(name, row)));

/** Digests of the rows of the site, which can be millions, by their keys. */
async function existingRecords(run: SiteImport, name: ArchivedRecords): Promise<DigestMap> {
  const { list, key } = recordResources[name];
  const existing = new DigestMap(digestBytes);
  for await (const page of readPages(run.context, list)) {
    for (const row of page) existing.set(keyOf(row, key), await compared(name, row));
  }
  return existing;
}

async function importFile(run: SiteImport, name: ArchivedRecords, file: string): Promise<void> {
  const { counts, failures, warnings } = await importNow(
    run.context,
    { format: "ndjson", resource: name },
    file,
    run.tick,
  );
  run.count(name, "created", counts.created);
  run.count(name, "unchanged", counts.unchanged + counts.updated);
  run.count(name, "failed", counts.failed);
  for (const { place, detail } of warnings) run.report(`${name} ${place}`, detail);
  const lines = new Map(failures.map(({ name: place, detail }) => [Number(/:(\d+)$/.exec(place)?.[1] ?? 0), detail]));
  let at = 0;
  for await (const line of lines.size > 0 ? linesOf(file) : []) {
    const detail = lines.get(++at);
    if (detail === undefined || line === undefined) continue;
    const label = labelOf(asRecord(JSON.parse(line.toString())));
    run.report(`${name} ${label}`, detail.replace(/^\S+\.ndjson:\d+: /, ""), "validation_failed");
  }
}

/** Learns the IDs that the records of the archive have at this site. */
async function mapIds(run: SiteImport, name: ArchivedRecords): Promise<void> {
  if (name === "lecture_progress" || name === "reviews" || name === "form_submissions") return;
  const { list, key } = recordResources[name];
  // Not whole rows: a site can have millions.
  const here = new DigestMap(packedBytes);
  for await (const page of readPages(run.context, list)) {
    for (const row of page) {
      const id = packId(row["id"]);
      if (id) here.set(keyOf(row, key), id);
    }
  }
  for await (const archived of run.archive.rows(name)) {
    const idHere = here.get(keyOf(await run.ids.translate(archived), key));
    if (!idHere) continue;
    const id = unpackId(idHere);
    run.ids.set(archived["id"], id);
    if (name === "members" && archived["status"] === "suspended") {
      const { status } = await performOnWire(run.context, operations.getMember, { id });
      if (status !== "active") continue;
      await run.attempt(name, archived, () => performOnWire(run.context, operations.suspendMember, { id }));
    }
  }
}
