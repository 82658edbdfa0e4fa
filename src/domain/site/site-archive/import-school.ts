import { perform } from "#domain/platform/operation.ts";
import { asRecord, isRecord } from "#lib/is-record.ts";
import type { Row } from "./archive-format.ts";
import { operations } from "./archived-resources.ts";
import { digestOf, writablePart } from "./compare-rows.ts";
import { performOnWire } from "./read-list.ts";
import { schoolRow } from "./archived-rows.ts";
import type { SiteImport } from "./site-import.ts";

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
