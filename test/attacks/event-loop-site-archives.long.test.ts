import assert from "node:assert/strict";
import { test } from "node:test";
import { buffer } from "node:stream/consumers";
import { scopeNames, scopes } from "#access/scopes.ts";
import { parseId } from "#domain/platform/ids.ts";
import { entryNames, manifestName } from "#domain/transfer/site-archive/archive-format.ts";
import { writeArchive } from "#lib/archive/write-archive.ts";
import { operatorOf } from "../rest/support/operator.ts";
import { assertStatus } from "../support/assert-status.ts";
import { now } from "../support/clock.ts";
import { measuredServer } from "../support/meters/measured-server.ts";
import { sendFile } from "../support/worlds/uploads.ts";
import { aSite } from "../support/world.ts";
import { assertQuickJob } from "./support/turns.ts";

const everything = scopeNames.filter((name) => scopes[name].kind === "operator").join(" ");
const someone = "mem_01k9g2c8p4e6t0v3x5y7z9b1d3";

/** An archive with one row of a resource. */
async function archiveOf(resource: string, row: object): Promise<Buffer> {
  const archive = writeArchive(now());
  const bytes = buffer(archive.bytes);
  await archive.add(entryNames.rows(resource, 1), Buffer.from(`${JSON.stringify(row)}\n`));
  const manifest = {
    format: "lectern-site",
    format_version: 1,
    product_version: "1.0.0",
    created_at: now().toISOString(),
    site: { origin: "https://harbour.example", name: "Harbour" },
    counts: { [resource]: 1, courses: 0 },
    not_included: [],
    checksums: await archive.addChecksums(),
  };
  await archive.end(manifestName, Buffer.from(JSON.stringify(manifest)));
  return bytes;
}

void test("No import of a whole school blocks the event loop", { timeout: 300_000 }, async () => {
  const operator = await operatorOf(await aSite(), everything);
  const server = await measuredServer();
  const students = Array.from({ length: 80_000 }, () => ({ student_id: someone }));
  const archives = {
    "a group of 80,000 students": await archiveOf("groups", { id: "grp_1", name: "Crew", students }),
    "a page of 45,000 values": await archiveOf("pages", { id: "pge_1", path: "/a", blocks: Array(45_000).fill(1) }),
    "a note of 1 MB": await archiveOf("member_notes", { member_id: someone, body: "a_".repeat(600_000) }),
    "a note of 4 MB": await archiveOf("member_notes", { member_id: someone, body: "a_".repeat(2_000_000) }),
    "a note of 4 MB in many texts": await archiveOf("member_notes", {
      member_id: someone,
      body: Array.from({ length: 40_000 }, () => "a_".repeat(50)),
    }),
  };
  const refused = new Set(["a note of 4 MB"]);
  for (const [what, archive] of Object.entries(archives)) {
    const file = await sendFile(operator, archive, { purpose: "import" }, { name: "school.tar" });
    assertStatus(file, 201);
    const file_id = file.json<{ id: string }>().id;
    await assertQuickJob(`Importing ${what}`, async () => {
      const started = await operator.post("/imports", { format: "site", file_id });
      assertStatus(started, 202);
      const { id } = started.json<{ id: string }>();
      const longest = await server.runJob(operator.site.site.id, parseId("job", id)!);
      const job = (await operator.get(`/jobs/${id}`)).json<{ error: unknown; progress: { failed: number } }>();
      // No text of an archive has a megabyte, so nothing of such an archive is imported.
      if (refused.has(what))
        assert.match(JSON.stringify(job.error), /a line that is not a JSON object in UTF-8 within the limits/);
      else assert.deepEqual([job.error, job.progress.failed > 0], [null, true]);
      return longest;
    });
  }
});
