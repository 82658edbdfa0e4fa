import * as z from "zod";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import { raiseReceiptCounter } from "#domain/sales/payments/receipt-number.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { saveSelling, SellingSettings } from "#domain/sales/payments/settings/selling-settings.ts";
import { wireReader } from "#domain/site/imports/read-wire.ts";
import { asRecord, isRecord } from "#lib/is-record.ts";
import type { Row } from "./archive-format.ts";
import { operations } from "./archived-resources.ts";
import { rowsIn } from "./complete-content.ts";
import { digestOf, writablePart } from "./compare-rows.ts";
import { performOnWire } from "./read-list.ts";
import { schoolRow } from "./archived-rows.ts";
import type { SiteImport } from "./site-import.ts";

const readSelling = wireReader(SellingSettings);

/** Replaces profile and settings. Prices need the currencies, so this comes before everything that is sold. */
export async function importSchool(run: SiteImport): Promise<void> {
  for await (const archived of run.archive.rows("school")) {
    const row = await run.ids.translate(archived);
    const before = await schoolRow(run.context);
    const school = writablePart(asRecord(row["school"]), operations.updateSchool.input);
    await save(run, "profile", school, before["school"], () =>
      performOnWire(run.context, operations.updateSchool, school),
    );
    for (const [group, settings] of Object.entries(asRecord(row["settings"]))) {
      if (!isRecord(settings)) continue;
      await save(run, `settings ${group}`, settings, asRecord(before["settings"])[group], () =>
        perform(operations.updateSchoolSettings, run.context, { group, settings }),
      );
    }
    const selling = writablePart(asRecord(row["selling"]), SellingSettings);
    await save(run, "selling", selling, before["selling"], () => saveSellingSettings(run, selling));
    await continueReceipts(run, row);
  }
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
    const menu = writablePart(asRecord(row["navigation"]), operations.replaceNavigation.input);
    await save(run, "navigation", menu, before["navigation"], () =>
      performOnWire(context, operations.replaceNavigation, menu),
    );
    const home = writablePart(asRecord(row["home_sections"]), operations.replaceHomeSections.input);
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
