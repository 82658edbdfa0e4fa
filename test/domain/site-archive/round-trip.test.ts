import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { before, describe, test } from "node:test";
import { readObject } from "#domain/platform/storage/objects.ts";
import { createPage } from "#domain/content/pages/save-page.ts";
import { createPost } from "#domain/content/posts/save-post.ts";
import { perform } from "#domain/platform/operation.ts";
import { nextReceiptNumber } from "#domain/sales/payments/receipt-number.ts";
import { Problem } from "#domain/platform/problem.ts";
import { opensWebhookSecret } from "#domain/webhooks/endpoints/webhook-secret.ts";
import { importSite } from "#domain/transfer/site-archive/import-site.ts";
import type { ImportCounts, SiteImport } from "#domain/transfer/site-archive/site-import.ts";
import { writeArchive } from "#lib/archive/write-archive.ts";
import { UnusableArchive } from "#lib/archive/unusable-archive.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { anInhabitedSite } from "../../support/worlds/inhabited-site.ts";
import { aSite, type ASite, webhooks } from "../../support/world.ts";
import { completeHistory, handedIn } from "./complete-history.ts";
import { linkEverything } from "./link-everything.ts";
import { aFolder, asCommand, assertSame, exportedSite, importedSite, openedArchive, rowsIn } from "./support.ts";

const total = (counts: SiteImport["counts"], outcome: keyof ImportCounts): number =>
  Object.values(counts).reduce((sum, one) => sum + one[outcome], 0);

const endpoints = ({ id }: ASite) =>
  database.many<{ id: string; url: string; secret: Buffer; status: string; reason: string | null }>`
    select id, url, secret, status, disabled_reason as reason from webhook_endpoints
     where site_id = ${id} and deleted_at is null order by url`;

void describe("The archive of a site", () => {
  let source: ASite;
  let archive: string;
  let target: ASite;
  before(async () => {
    let member: { id: string };
    ({ site: source, member } = await anInhabitedSite("Portable"));
    await database.run`update enrollments set status = 'completed', completed_at = enrolled_at where site_id = ${source.id}`;
    await database.run`update payments set subscription_id = null where site_id = ${source.id}`;
    // Imports know a comment by its author, its subject and its time, and people take longer than a millisecond.
    await database.run`
      update comments set created_at = created_at + position * interval '1 second'
        from (select id, row_number() over (order by id) as position from comments where site_id = ${source.id}) as numbered
       where comments.site_id = ${source.id} and comments.id = numbered.id`;
    await completeHistory(source, member.id);
    const linking = await linkEverything(source);
    assert.deepEqual(
      Object.entries(linking).filter(([, rows]) => rows === 0),
      [],
    );
    archive = await exportedSite(source);
    target = await aSite();
  });

  void test("holds a row of every resource", async () => {
    const rows = await rowsIn(archive);
    const empty = [...rows].filter(([, each]) => each.length === 0).map(([name]) => name);
    assert.deepEqual(empty, []);
  });

  void test("is imported into an empty site, whose archive is then the same but for IDs and timestamps", async () => {
    const run = await importedSite(target, archive);
    assert.deepEqual([run.reported, total(run.counts, "failed"), total(run.counts, "conflicts")], [[], 0, 0]);
    await assertSame(archive, await exportedSite(target), run);
    const { objectId } = await database.one<{ objectId: string }>`
      select object_id from files
       where site_id = ${target.id} and purpose = 'submission' and filename = 'loops.txt'`;
    const bytes = await buffer(await readObject(asCommand(target), objectId));
    assert.equal(bytes.toString(), handedIn);
  });

  void test("disables webhook endpoints, gives them another secret, and leaves those of applications out", async () => {
    const before = await endpoints(source);
    const [app, key, school] = ["https://app.example/hook", "https://key.example/hook", before[1]!.url];
    assert.deepEqual(
      before.map(({ url, status }) => [url, status]),
      [app, school, key].map((url) => [url, "enabled"]),
    );
    const copied = await endpoints(target);
    assert.deepEqual(
      copied.map(({ url, status, reason }) => [url, status, reason]),
      [school, key].map((url) => [url, "disabled", "imported"]),
    );
    for (const { id, secret } of copied) {
      assert.equal(opensWebhookSecret(webhooks.key, secret, target.id, id), true);
      assert.ok(before.every((former) => !former.secret.equals(secret)));
    }
  });

  void test("keeps pictures of members, sessions of bookings and the files of form responses", async () => {
    const { id: siteId } = target;
    const kept = await database.one`
      select (select count(*)::integer from members join files on files.site_id = members.site_id
                 and files.id = members.picture_file_id and files.member_id = members.id
                 and files.purpose = 'profile_picture' where members.site_id = ${siteId}) as pictures,
             (select count(*)::integer from consulting_bookings join consulting_grants
                  on consulting_grants.site_id = ${siteId} and consulting_grants.id = consulting_bookings.grant_id
               where consulting_bookings.site_id = ${siteId}) as booked,
             (select count(*)::integer from form_submissions join files on files.site_id = form_submissions.site_id
                 and files.id = any(form_submissions.file_ids)
               where form_submissions.site_id = ${siteId}) as attached`;
    assert.deepEqual(kept, { pictures: 1, booked: 1, attached: 1 });
  });

  void test("continues the receipt numbers", async () => {
    const [here, there] = [target, source].map((site) => nextReceiptNumber(asCommand(site), now()));
    assert.equal(await here, await there);
  });

  void test("can be imported again, which changes nothing", async () => {
    const run = await importedSite(target, archive);
    assert.deepEqual(
      [run.reported, (["created", "conflicts", "failed"] as const).map((outcome) => total(run.counts, outcome))],
      [[], [0, 0, 0]],
    );
  });

  void test("reports rows that differ from those of the site, and leaves them unchanged", async () => {
    await database.run`update posts set title = 'Mine' where site_id = ${target.id}`;
    const run = await importedSite(target, archive);
    assert.deepEqual(run.reported, [
      { name: 'posts "portable"', detail: "The site has it with other values. It was not changed.", code: "conflict" },
    ]);
    assert.deepEqual(run.counts["posts"], { created: 0, unchanged: 0, conflicts: 1, failed: 0 });
    const { posts } = Object.fromEntries(await rowsIn(await exportedSite(target)));
    assert.deepEqual(
      posts?.map(({ title }) => title),
      ["Mine"],
    );
  });

  void test("leaves the lines of an order that differs from the one of the site with its number", async () => {
    const { id: site } = target;
    const orders = await database.write.many<{ id: string }>`
      update orders set metadata = '{"sold":"here"}' where site_id = ${site} returning id`;
    await database.run`
      update order_lines set fulfilled_id = null, refunded_amount = 0, tax_rate = 0 where site_id = ${site}`;
    const { counts } = await importedSite(target, archive);
    assert.ok(orders.length > 0);
    assert.equal(counts["orders"]?.conflicts, orders.length);
    const lines = await database.many`
      select from order_lines
       where site_id = ${site} and (fulfilled_id is not null or refunded_amount > 0 or tax_rate > 0)`;
    assert.deepEqual(lines, []);
  });

  void test("leaves a page of the site at the same path with its revision", async () => {
    const used = await aSite();
    const [archived] = (await rowsIn(archive)).get("pages") ?? [];
    const page = { path: String(archived?.["path"]), title: "Mine", bodyMarkdown: "Mine" };
    await perform(createPage, asCommand(used), page);
    const { counts } = await importedSite(used, archive);
    assert.deepEqual([counts["pages"]?.conflicts, counts["page_revisions"]?.created], [1, 0]);
    const titles = await database.many<{ title: string }>`
      select title from page_revisions where site_id = ${used.id}`;
    assert.deepEqual(titles, [{ title: "Mine" }]);
  });

  void test("is refused by a site that has content of another origin", async () => {
    const used = await aSite();
    const post = { title: "Here first", bodyMarkdown: "Hello", access: "public" };
    await perform(createPost, asCommand(used), post);
    await assert.rejects(importedSite(used, archive), (error) => {
      assert.ok(error instanceof Problem);
      assert.match(error.message, /not empty: it has posts/);
      return true;
    });
  });

  void test("is only verified by a dry run", async () => {
    const untouched = await aSite();
    const run = await importedSite(untouched, archive, { dryRun: true });
    assert.ok((run.counts["courses"]?.created ?? 0) > 0);
    const rows = await rowsIn(await exportedSite(untouched));
    assert.deepEqual([rows.get("courses"), rows.get("members")], [[], []]);
  });

  void test("contains no credentials, check-in codes or signed addresses", () => {
    const text = readFileSync(archive, "latin1");
    for (const secret of [/signature=/, /"check_in_code"/, /lak_\w{20}/, /whsec_/, /"password/, /secret/i]) {
      assert.doesNotMatch(text.replaceAll(/"not_included": \[[^\]]*\]/g, ""), secret);
    }
  });

  void test("is refused as a whole if a byte of it changed, or its end is missing", async () => {
    const bytes = readFileSync(archive);
    const at = bytes.indexOf('"slug":"portable"');
    const changed = Buffer.from(bytes);
    changed.write('"slug":"portablf"', at);
    for (const [damaged, message] of [
      [changed, /checksum/],
      [bytes.subarray(0, bytes.length >> 1), /incomplete|checksum/],
    ] as const) {
      const file = path.join(aFolder(), "damaged.tar");
      writeFileSync(file, damaged);
      await assert.rejects(openedArchive(file), (error) => {
        assert.ok(error instanceof UnusableArchive);
        assert.match(error.message, message);
        return true;
      });
    }
  });

  void test("can be hostile: paths are refused, and markup is sanitized", async () => {
    const outside = await written([["../outside.ndjson", "{}"]], {});
    await assert.rejects(openedArchive(outside), /not part of the archive/);
    const post = { id: "pst_01k9g2c8p4e6t0v3x5y7z9b1d3", title: "Hi", slug: "hi", status: "draft", access: "public" };
    const rows = [
      { ...post, body_markdown: "Hello", body_html: "<script>alert(1)</script>" },
      { ...post, slug: "ho", body_markdown: null, body_html: "<p onclick='a()'>Hi<script>alert(1)</script></p>" },
      { ...post, slug: "../he", body_markdown: "Hello" },
    ];
    const file = await written([["rows/posts/000001.ndjson", rows.map((row) => JSON.stringify(row)).join("\n")]], {
      posts: 3,
    });
    const site = await aSite();
    const run = await importSite(asCommand(site), await openedArchive(file), aFolder());
    assert.deepEqual(run.counts["posts"], { created: 2, unchanged: 0, conflicts: 0, failed: 1 });
    assert.match(run.reported[0]?.detail ?? "", /\/slug/);
    const stored = await database.many<{ bodyHtml: string }>`
      select body_html from posts where site_id = ${site.id} order by slug`;
    assert.deepEqual(
      stored.map(({ bodyHtml }) => bodyHtml.trim()),
      ["<p>Hello</p>", "<p>Hi</p>"],
    );
  });

  void test("is rejected where its text is not UTF-8", async () => {
    const row = Buffer.from('{"id":"pst_01k9g2c8p4e6t0v3x5y7z9b1d3","title":"Caf\xe9"}', "latin1");
    await assert.rejects(
      openedArchive(await written([["rows/posts/000001.ndjson", row]], { posts: 1 })),
      /not a JSON object in UTF-8/,
    );
  });

  void test("is rejected without the origin whose addresses its texts have", async () => {
    const file = await written([], {}, "");
    await assert.rejects(async () => importedSite(await aSite(), file), UnusableArchive);
  });
});

/** An archive with these entries. */
async function written(
  entries: readonly [name: string, content: string | Buffer][],
  counts: Record<string, number>,
  origin = "https://elsewhere.example",
) {
  const file = path.join(aFolder(), "written.tar");
  const archive = writeArchive(new Date(0));
  const done = (async () => {
    for (const [name, text] of entries) await archive.add(name, Buffer.from(text));
    const checksums = await archive.addChecksums();
    const site = { origin, name: "Elsewhere" };
    const manifest = {
      format: "lectern-site",
      format_version: 1,
      product_version: "1.0.0",
      created_at: "2026-01-01T00:00:00Z",
      site,
      counts,
      not_included: [],
      checksums,
    };
    await archive.end("manifest.json", Buffer.from(JSON.stringify(manifest)));
  })();
  writeFileSync(file, Buffer.concat(await Array.fromAsync(archive.bytes as AsyncIterable<Buffer>)));
  await done;
  return file;
}
