import * as z from "zod";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import { raiseReceiptCounter } from "#domain/sales/payments/receipt-number.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { saveSelling, SellingSettings } from "#domain/site/selling/selling-settings.ts";
import { wireReader } from "#domain/transfer/imports/read-wire.ts";
import { asRecord, isRecord } from "#lib/json/is-record.ts";
import { type Row, rowsIn } from "./archive-format.ts";
import { operations } from "./archived-resources.ts";
import { changedFields, digestOf, writablePart } from "./compare-rows.ts";
import { withoutLinks } from "./id-map.ts";
import type { LinkCompletion } from "./link-completion.ts";
import { performOnWire } from "./read-list.ts";
import { schoolRow } from "./archived-rows.ts";
import type { SiteImport } from "./site-import.ts";

const readSelling = wireReader(SellingSettings);

/** Replaces profile and settings. Prices need the currencies, so this comes before everything that is sold. */
export async function importSchool(run: SiteImport): Promise<void> {
  for await (const archived of run.archive.rows("school")) {
    const { row, isLinking } = await run.translate(archived, documentsOf);
    const before = await schoolRow(run.context);
    // Links that are not translated yet are compared later.
    const compared = async (one: Row) => (isLinking ? withoutLinks(one) : one);
    for (const { name, written, existing, work } of partsOf(run, row)) {
      await save(run, name, await compared(written), await compared(asRecord(existing(before))), work);
    }
    await continueReceipts(run, row);
    if (isLinking) await run.linking.add("school", { archived, written: documentsOf(row), isNew: true });
  }
}

export const linksOfSchool: LinkCompletion = {
  translate: ({ ids }, archived, unknown) => ids.translate(documentsOf(archived), unknown),
  async save(run, { written: former }, translated) {
    for (const { written, existing, work } of partsOf(run, translated)) {
      if (Object.keys(await changedFields(asRecord(existing(former)), written)).length > 0) await work();
    }
  },
};

const documentsOf = ({ school, settings, selling }: Row): Row => ({ school, settings, selling });

/** A document of the school, or a group of its settings. */
interface SchoolPart {
  name: string;
  written: Row;
  /** The same part of another row of the school. */
  existing: (row: Row) => unknown;
  work: () => Promise<unknown>;
}

function partsOf(run: SiteImport, row: Row): SchoolPart[] {
  const { context } = run;
  const school = writablePart(asRecord(row["school"]), operations.updateSchool.input);
  const selling = writablePart(asRecord(row["selling"]), SellingSettings);
  const groups = Object.entries(asRecord(row["settings"])).flatMap(([group, settings]) =>
    isRecord(settings) ? [{ group, settings }] : [],
  );
  return [
    {
      name: "profile",
      written: school,
      existing: (other) => other["school"],
      work: () => performOnWire(context, operations.updateSchool, school),
    },
    ...groups.map(({ group, settings }) => ({
      name: `settings ${group}`,
      written: settings,
      existing: (other: Row) => asRecord(other["settings"])[group],
      work: () => perform(operations.updateSchoolSettings, context, { group, settings }),
    })),
    {
      name: "selling",
      written: selling,
      existing: (other) => other["selling"],
      work: () => saveSellingSettings(run, selling),
    },
  ];
}

/** Replaces the settings of sales. They have no operation for tokens, API keys and commands. */
async function saveSellingSettings({ context }: SiteImport, row: Row): Promise<void> {
  const selling = readSelling(row);
  if (selling instanceof Problem) throw selling;
  await context.db.transaction(async (db) => {
    const inside = { ...context, db };
    await saveSelling(inside, selling, context.now);
    await recordAudit(inside, "saveSellingSettings", {
      resourceType: "selling_settings",
      details: { changed: Object.keys(selling) },
    });
  });
}

const ReceiptCounter = z.object({
  year: z.number().int().min(1900).max(9999),
  lastNumber: z.number().int().min(1).max(999_999_999),
});
const readCounter = wireReader(ReceiptCounter);

/** Continues the receipt numbers of the other site. */
async function continueReceipts(run: SiteImport, row: Row): Promise<void> {
  for (const archived of rowsIn(row, "receipt_counters")) {
    await run.attempt("school", { name: "receipt_counters" }, async () => {
      const counter = readCounter(writablePart(archived, ReceiptCounter));
      if (counter instanceof Problem) throw counter;
      run.count("school", (await raiseReceiptCounter(run.context, counter)) ? "created" : "unchanged");
    });
  }
}

/** Fields that name the site of a menu or home page. Their replacement ignores them. */
const ofSite = ["object", "id"];

/** Replaces appearance, menu and home page, which refer to courses and files. */
export async function importAppearance(run: SiteImport): Promise<void> {
  for await (const archived of run.archive.rows("school")) {
    const row = await run.ids.translate(archived);
    const before = await schoolRow(run.context);
    const context = { ...run.context, ifMatch: "any" as const };
    const looks = writablePart(asRecord(row["appearance"]), operations.updateAppearance.input);
    await save(run, "appearance", looks, before["appearance"], () =>
      performOnWire(context, operations.updateAppearance, looks),
    );
    const menu = writablePart(asRecord(row["navigation"]), operations.replaceNavigation.input, ofSite);
    await save(run, "navigation", menu, before["navigation"], () =>
      performOnWire(context, operations.replaceNavigation, menu),
    );
    const home = writablePart(asRecord(row["home_sections"]), operations.replaceHomeSections.input, ofSite);
    await save(run, "home_sections", home, before["home_sections"], () =>
      performOnWire(context, operations.replaceHomeSections, home),
    );
  }
}

async function save(run: SiteImport, name: string, row: Row, before: unknown, work: () => Promise<unknown>) {
  const existing = asRecord(before);
  const same = Object.fromEntries(Object.keys(row).map((field) => [field, existing[field]]));
  if ((await digestOf(same)) === (await digestOf(row))) run.count("school", "unchanged");
  else {
    await run.attempt("school", { name }, async () => {
      await work();
      run.count("school", "created");
    });
  }
}
