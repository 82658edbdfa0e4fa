import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { anInhabitedSite } from "../../support/inhabited-site.ts";
import { aSite, type ASite } from "../../support/world.ts";
import { assertSame, exportedSite, importedSite } from "./support.ts";

void describe("The archive of a site", () => {
  let source: ASite;
  let archive: string;
  before(async () => {
    ({ site: source } = await anInhabitedSite("Portable"));
    archive = await exportedSite(source);
  });

  void test("can be imported into an empty site, whose archive is then the same", async () => {
    const target = await aSite();
    const run = await importedSite(target, archive);
    console.error(run.counts, run.reported);
    await assertSame(archive, await exportedSite(target), run);
  });
});
