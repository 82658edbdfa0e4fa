import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, test, type TestContext } from "node:test";
import type { RequestContext } from "#domain/platform/context.ts";
import { exportCourses } from "#domain/transfer/course-folder/export-courses.ts";
import { importNow } from "#domain/transfer/imports/import-now.ts";
import { aPicture } from "../../support/worlds/pictures.ts";
import { storage } from "../../support/worlds/storage.ts";
import { aSiteContext } from "../support.ts";

const texts = {
  "knots/course.md": "---\nname: Knots\nslug: knots\nlanguage: en\ncover: files/cover.png\n---\n",
  "knots/01-a/section.md": "---\ntitle: A\n---\n",
  "knots/01-a/01-film.md": `---
title: Film
kind: video
video:
  file: files/film.mp4
  captions:
    - lang: en
      file: files/film.vtt
attachments:
  - kind: pdf
    title: Handout
    file: files/handout.pdf
  - kind: file
    title: The same again
    file: files/handout copy.pdf
---
`,
};
const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypisom"), Buffer.alloc(300_000, 7)]);
const bytes: Record<string, Buffer> = {
  "knots/files/cover.png": aPicture(),
  "knots/files/film.mp4": film,
  "knots/files/film.vtt": Buffer.from("WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n"),
  "knots/files/handout.pdf": Buffer.from("%PDF-1.7\nKnots\n"),
  "knots/files/handout copy.pdf": Buffer.from("%PDF-1.7\nKnots\n"),
};

void test("Each imported course gets the timestamp of its own import", async (t) => {
  const context = await aSite();
  const folder = aFolder(t, {
    "knots/course.md": "---\nname: Knots\nslug: knots\n---\n",
    "tides/course.md": "---\nname: Tides\nslug: tides\n---\n",
  });
  assert.equal((await importNow(context, { format: "course_folder" }, folder)).counts.created, 2);
  const { db, site } = context;
  const timestamps = await db.many<{ updatedAt: Date }>`select updated_at from courses where site_id = ${site.id}`;
  assert.equal(new Set(timestamps.map(({ updatedAt }) => updatedAt.getTime())).size, 2);
});

void test("A problem with a course is reported by the names used in its folder", async (t) => {
  const folder = aFolder(t, { "knots/course.md": "---\nname: Knots\nslug: knots\nstatus: published\n---\n" });
  const { failures } = await importNow(await aSite(), { format: "course_folder" }, folder);
  assert.match(failures[0]!.detail, /lecture_count/);
  assert.doesNotMatch(failures[0]!.detail, /lectureCount/);
});

/** Returns the problem of a folder, found before any write or when the course is imported. */
const faultOf = (context: RequestContext, folder: string): Promise<string> =>
  importNow(context, { format: "course_folder" }, folder).then(
    ({ failures }) => failures[0]!.detail,
    (error: Error) => error.message,
  );

void describe("The files of a course folder", () => {
  void test("are stored as site files, once each, with their purpose", async (t) => {
    const context = await aSite();
    const folder = aFolder(t, { ...texts, ...bytes });
    assert.equal((await importNow(context, { format: "course_folder" }, folder)).counts.created, 1);
    const first = await filesOf(context);
    assert.deepEqual(
      first.map(({ filename, purpose, contentType }) => [filename, purpose, contentType]),
      [
        ["cover.png", "course_cover", "image/png"],
        ["film.mp4", "lecture_media", "video/mp4"],
        ["film.vtt", "lecture_media", "text/vtt"],
        ["handout copy.pdf", "attachment", "application/pdf"],
        ["handout.pdf", "attachment", "application/pdf"],
      ],
    );
    assert.equal((await importNow(context, { format: "course_folder" }, folder)).counts.unchanged, 1);
    assert.deepEqual(await filesOf(context), first);
  });

  void test("are exported as the site has them, and importing them again changes nothing", async (t) => {
    const context = await aSite();
    await importNow(context, { format: "course_folder" }, aFolder(t, { ...texts, ...bytes }));
    const out = aFolder(t, {});
    await exportCourses(context, "all", out);
    assert.deepEqual(namesIn(out), Object.keys({ ...texts, ...bytes }).toSorted());
    for (const [name, content] of Object.entries(bytes)) {
      if (!name.endsWith(".png")) assert.ok(readFileSync(path.join(out, name)).equals(content), name);
    }
    const before = await filesOf(context);
    assert.equal((await importNow(context, { format: "course_folder" }, out)).counts.unchanged, 1);
    assert.deepEqual(await filesOf(context), before);
  });

  void test("are replaced when their bytes differ", async (t) => {
    const context = await aSite();
    await importNow(context, { format: "course_folder" }, aFolder(t, { ...texts, ...bytes }));
    const other = { ...bytes, "knots/files/handout.pdf": Buffer.from("%PDF-1.7\nSplices\n") };
    const { counts } = await importNow(context, { format: "course_folder" }, aFolder(t, { ...texts, ...other }));
    assert.equal(counts.updated, 1);
    const out = aFolder(t, {});
    await exportCourses(context, "all", out);
    assert.ok(readFileSync(path.join(out, "knots/files/handout.pdf")).equals(other["knots/files/handout.pdf"]));
    assert.ok(
      readFileSync(path.join(out, "knots/files/handout copy.pdf")).equals(bytes["knots/files/handout copy.pdf"]!),
    );
  });

  void test("are rejected when they are missing or have the wrong type", async (t) => {
    const context = await aSite();
    const { "knots/files/film.mp4": _film, ...others } = bytes;
    assert.match(
      await faultOf(context, aFolder(t, { ...texts, ...others })),
      /files\/film\.mp4: the course references this file, but it does not exist/,
    );
    const noPicture = { ...bytes, "knots/files/cover.png": Buffer.from("no picture") };
    assert.match(await faultOf(context, aFolder(t, { ...texts, ...noPicture })), /The file must be an image/);
    const outside = { ...texts, "knots/course.md": "---\nname: Knots\ncover: ../../secret.png\n---\n" };
    assert.match(
      await faultOf(context, aFolder(t, { ...outside, ...bytes })),
      /course\.md:3: cover: Expected a path inside the course folder/,
    );
    assert.deepEqual(await filesOf(context), []);
  });

  void test("are rejected when they are links out of the folder, as are texts", async (t) => {
    const context = await aSite();
    const { "knots/files/handout.pdf": elsewhere, ...others } = bytes;
    const secrets = aFolder(t, { "secret.key": elsewhere!, "02-secret.md": "---\ntitle: Secret\n---\n" });
    const folder = aFolder(t, { ...texts, ...others });
    symlinkSync(path.join(secrets, "secret.key"), path.join(folder, "knots/files/handout.pdf"));
    assert.match(
      await faultOf(context, folder),
      /handout\.pdf: this file is a symbolic link that points outside the course folder/,
    );
    assert.deepEqual(await filesOf(context), []);
    rmSync(path.join(folder, "knots/files/handout.pdf"));
    symlinkSync("handout copy.pdf", path.join(folder, "knots/files/handout.pdf"));
    assert.equal((await importNow(context, { format: "course_folder" }, folder)).counts.created, 1);

    symlinkSync(path.join(secrets, "02-secret.md"), path.join(folder, "knots/01-a/02-secret.md"));
    assert.match(
      await faultOf(context, folder),
      /02-secret\.md: symbolic links that point outside the folder are not allowed/,
    );
  });

  void test("are never written through a link, and nothing else is written then", async (t) => {
    const context = await aSite();
    await importNow(context, { format: "course_folder" }, aFolder(t, { ...texts, ...bytes }));
    const elsewhere = aFolder(t, { "notes.txt": "Mine\n" });
    const links: [string, string][] = [
      ["knots", elsewhere],
      ["knots", path.join(elsewhere, "not-there")],
      ["knots/files", elsewhere],
      ["knots/01-a", elsewhere],
      ["knots/01-a/01-film.md", path.join(elsewhere, "notes.txt")],
      ["knots/files/handout.pdf", path.join(elsewhere, "handout.pdf")],
    ];
    for (const [link, target] of links) {
      const out = aFolder(t, link === "knots" ? {} : { "knots/course.md": "Old\n" });
      mkdirSync(path.dirname(path.join(out, link)), { recursive: true });
      symlinkSync(target, path.join(out, link));
      await assert.rejects(exportCourses(context, "all", out), { code: "conflict" }, link);
      assert.deepEqual(namesIn(elsewhere), ["notes.txt"], link);
      assert.equal(readFileSync(path.join(elsewhere, "notes.txt"), "utf8"), "Mine\n");
      if (link !== "knots") assert.equal(readFileSync(path.join(out, "knots/course.md"), "utf8"), "Old\n");
    }
  });
});

const aSite = async (): Promise<RequestContext> => ({ ...(await aSiteContext())(), storage });

const filesOf = ({ db, site }: RequestContext) =>
  db.many<{ id: string; filename: string; purpose: string; contentType: string }>`
    select id, filename, purpose, content_type from files
     where site_id = ${site.id} and deleted_at is null order by filename`;

function aFolder(t: TestContext, files: Record<string, string | Buffer>): string {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-courses-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return folder;
}

function namesIn(folder: string): string[] {
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return found.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).toSorted();
}
