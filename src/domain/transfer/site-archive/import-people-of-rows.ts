import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import { formatId, parseId, readableName } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";
import { wireReader } from "#domain/transfer/imports/read-wire.ts";
import { pause } from "#lib/event-loop/pause.ts";
import { type Row, rowsIn } from "./archive-format.ts";
import { operations } from "./archived-resources.ts";
import { writablePart } from "./compare-rows.ts";
import { notImported } from "./history/not-imported.ts";
import { peopleLists, type PeopleName } from "./people-of-rows.ts";
import { performOnWire } from "./read-list.ts";
import type { SiteImport } from "./site-import.ts";
import { DigitalProductGrant } from "#domain/offers/digital-products/digital-product.ts";
import { type FormerGrant, restoreGrants } from "#domain/offers/digital-products/grants.ts";

const peoplePerStatement = 500;

/** Adds people to one row of this site. Those who belong to it are left as they are. Counts them all. */
type AddPeople = (run: SiteImport, id: string, people: readonly Row[]) => Promise<void>;

const added: Readonly<Record<PeopleName, AddPeople>> = {
  group_students: addStudents,
  digital_product_grants: addGrants,
};

/** Imports the people of rows, in batches: their number is not limited. */
export async function importPeopleOf(run: SiteImport, name: PeopleName): Promise<void> {
  const { parent, kind } = peopleLists[name];
  let batch: Row[] = [];
  const finish = async () => {
    const [first] = batch;
    const people = batch.splice(0);
    if (!first) return;
    const id = run.ids.get(first[parent]);
    if (run.conflicting.has(first[parent])) run.count(name, "conflicts", people.length);
    else if (id !== undefined) await added[name](run, id, people);
    else for (const row of people) run.fail(name, row, notImported(`/${parent}`, readableName(kind)));
  };
  for await (const row of readRows(run, name)) {
    if (batch.length === peoplePerStatement || batch[0]?.[parent] !== row[parent]) await finish();
    batch.push(row);
    const turn = pause();
    if (turn) await turn;
  }
  await finish();
}

async function* readRows({ archive }: SiteImport, name: PeopleName): AsyncGenerator<Row> {
  const { of, parent, formerField } = peopleLists[name];
  for await (const row of archive.rows(of)) {
    for (const person of rowsIn(row, formerField)) yield { [parent]: row["id"], ...person };
  }
  yield* archive.rows(name);
}

async function addStudents(run: SiteImport, id: string, people: readonly Row[]): Promise<void> {
  const importedPeople = people.filter(({ student_id }) => run.ids.has(student_id));
  for (const row of people) {
    if (!run.ids.has(row["student_id"])) run.fail("group_students", row, notImported("/student_id", "student"));
  }
  if (importedPeople.length === 0) return;
  const studentIds = importedPeople.map(({ student_id }) => run.ids.get(student_id));
  try {
    const input = { id, student_ids: studentIds, enroll: false };
    const { added: created } = await performOnWire(run.context, operations.addGroupStudents, input);
    run.count("group_students", "created", Number(created));
    run.count("group_students", "unchanged", importedPeople.length - Number(created));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // One who is no student here refuses the others.
    const [only] = importedPeople;
    if (importedPeople.length === 1 && only) run.fail("group_students", only, error);
    else for (const row of importedPeople) await addStudents(run, id, [row]);
  }
}

const Grant = DigitalProductGrant.pick({ memberId: true, source: true, grantedAt: true, expiresAt: true }).extend({
  // Archives of earlier releases have no number of downloads.
  downloads: z.number().int().min(0).max(1_000_000_000).optional(),
});
const readGrant = wireReader(Grant);

async function addGrants(run: SiteImport, id: string, people: readonly Row[]): Promise<void> {
  const name = "digital_product_grants";
  const productId = parseId("digitalProduct", id) ?? "";
  const grants: FormerGrant[] = [];
  for (const archived of people) {
    const grant = readGrant(writablePart(await run.ids.translate(archived), Grant));
    if (grant instanceof Problem) run.fail(name, archived, grant);
    else grants.push({ ...grant, downloads: grant.downloads ?? 0 });
  }
  const { context } = run;
  const { created, unknown } = await context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const outcome = await restoreGrants(inside, productId, grants);
    if (outcome.created > 0) {
      const details = { created: outcome.created };
      await recordAudit(inside, "grantDigitalProduct", about("digitalProduct", productId, details));
    }
    return outcome;
  });
  run.count(name, "created", created);
  run.count(name, "unchanged", grants.length - created - unknown.length);
  for (const member of unknown) {
    run.fail(name, { member_id: formatId("member", member) }, notImported("/member_id", "member"));
  }
}
