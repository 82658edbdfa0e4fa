import assert from "node:assert/strict";
import { describe, test } from "node:test";
import sharp from "sharp";
import { assertStatus } from "../../support/assert-status.ts";
import { aPicture } from "../../support/worlds/pictures.ts";
import { type AFile, sendFile } from "../../support/worlds/uploads.ts";
import { aCourse, aSection } from "../support/taught-course.ts";
import { anOperator, problemOf } from "../support/operator.ts";

const scopes = "courses:read courses:write storage:read storage:write";

/** The first box of a HEIF file (ISO/IEC 23008-12) with these brands, and some bytes. */
function heif(...brands: string[]): Buffer {
  const [major = "", ...compatible] = brands;
  const box = Buffer.concat([Buffer.from(`....ftyp${major}\0\0\0\0${compatible.join("")}`, "latin1")]);
  box.writeUInt32BE(box.length, 0);
  return Buffer.concat([box, Buffer.alloc(64)]);
}

const tiffOf = (channels: 3 | 4) =>
  sharp({ create: { width: 20, height: 10, channels, background: { r: 200, g: 30, b: 30, alpha: 0.5 } } })
    .tiff({ compression: "lzw" })
    .toBuffer();

/** A TIFF with a gray pixel per page (TIFF 6.0). `kinds`: NewSubfileType of each, which is 1 for a preview. */
function grayTiff(...kinds: number[]): Buffer {
  const size = 2 + 10 * 12 + 4;
  const pages = kinds.map((kind, page) => {
    const fields = [
      [254, kind],
      [256, 1],
      [257, 1],
      [258, 8],
      [259, 1],
      [262, 1],
      [273, 8],
      [277, 1],
      [278, 1],
      [279, 1],
    ] as const;
    const directory = Buffer.alloc(size);
    directory.writeUInt16LE(fields.length, 0);
    for (const [index, [tag, value]] of fields.entries()) {
      const at = 2 + 12 * index;
      directory.writeUInt16LE(tag, at);
      directory.writeUInt16LE(4, at + 2);
      directory.writeUInt32LE(1, at + 4);
      directory.writeUInt32LE(value, at + 8);
    }
    directory.writeUInt32LE(page === kinds.length - 1 ? 0 : 10 + size * (page + 1), size - 4);
    return directory;
  });
  return Buffer.concat([Buffer.from("49492a000a0000008000", "hex"), ...pages]);
}

type Stored = AFile & { filename: string; content_type: string; width: number | null; byte_size: number };

void describe("A TIFF photo", () => {
  void test("is converted where pages show it, to JPEG, or to PNG with transparency", async () => {
    const operator = await anOperator(scopes);
    for (const [channels, purpose, filename, type] of [
      [3, "course_cover", "photo.jpg", "image/jpeg"],
      [4, "page", "photo.png", "image/png"],
      [3, "lecture_media", "photo.jpg", "image/jpeg"],
    ] as const) {
      const sent = await sendFile(operator, await tiffOf(channels), { purpose }, { name: "photo.TIF" });
      assertStatus(sent, 201);
      const { content_type, width, url, ...file } = sent.json<Stored & { url: string }>();
      assert.deepEqual([file.filename, content_type, width], [filename, type, 20]);
      const { pathname, search } = new URL(url);
      const { format } = await sharp((await operator.site.get(`${pathname}${search}`)).rawPayload).metadata();
      assert.equal(`image/${format}`, type);
    }
  });

  void test("stays as it is where it is a download, and is no cover then", async () => {
    const operator = await anOperator(scopes);
    const bytes = await tiffOf(3);
    const sent = await sendFile(operator, bytes, { purpose: "attachment", visibility: "public" }, { name: "map.tif" });
    const file = sent.json<Stored & { url: string }>();
    assert.deepEqual([file.filename, file.content_type, file.byte_size], ["map.tif", "image/tiff", bytes.length]);
    const served = await operator.site.get(new URL(file.url).pathname);
    assert.match(String(served.headers["content-disposition"]), /^attachment/);
    const course = await aCourse(operator);
    const refused = problemOf(await operator.patch(`/courses/${course}`, { cover_file_id: file.id }));
    assert.deepEqual([refused.status, refused.pointers], [422, ["/cover_file_id"]]);
    assert.match(refused.detail, /image that browsers show\. TIFF is converted if its purpose is course_cover or page/);
  });

  void test("with several pages, or a preview of a raw photo, is refused with the way out", async () => {
    const operator = await anOperator(scopes);
    const several = problemOf(await sendFile(operator, grayTiff(0, 0), { purpose: "course_cover" }));
    assert.match(several.detail, /The TIFF has 2 pages\. Export the page to show as JPEG or PNG\./);
    const preview = problemOf(await sendFile(operator, grayTiff(1), { purpose: "course_cover" }));
    assert.match(preview.detail, /The file is a raw photo\. Export it as JPEG\./);
  });
});

void describe("A HEIC photo", () => {
  const photos = [heif("heic", "mif1", "heic"), heif("mif1", "mif1", "heic", "hevc"), heif("msf1", "hevc")];

  void test("is refused with the way to export it, whatever its name", async () => {
    const operator = await anOperator(scopes);
    for (const bytes of photos) {
      for (const purpose of ["course_cover", "avatar", "page", "lecture_media"]) {
        const refused = problemOf(await sendFile(operator, bytes, { purpose }, { name: "IMG_1.jpg" }));
        assert.deepEqual([refused.status, refused.code], [422, "unsupported_media"]);
        assert.match(refused.detail, /Export the photo as JPEG\. .*Settings, Camera, Formats, Most Compatible\./);
      }
    }
  });

  void test("stays as it is where it is a download", async () => {
    const operator = await anOperator(scopes);
    const sent = await sendFile(operator, photos[0]!, { purpose: "attachment" }, { name: "IMG_1.heic" });
    assertStatus(sent, 201);
    assert.equal(sent.json<Stored>().content_type, "image/heic");
  });
});

void test("An AVIF photo is recognized by any of its brands", async () => {
  const operator = await anOperator(scopes);
  const avif = await sharp(aPicture({ width: 8, height: 8 }))
    .avif()
    .toBuffer();
  const general = Buffer.from(avif);
  general.write("mif1", 8, "latin1");
  for (const bytes of [avif, general]) {
    const sent = await sendFile(operator, bytes, { purpose: "course_cover" });
    assertStatus(sent, 201);
    assert.equal(sent.json<Stored>().content_type, "image/webp");
  }
});

void test("A picture that most browsers do not show is no picture of a lecture, and a file of it", async () => {
  const operator = await anOperator(`${scopes} curriculum:read curriculum:write`);
  const section = await aSection(operator, await aCourse(operator));
  const lecture = (await operator.post(`/sections/${section.id}/lectures`, { title: "L", kind: "text" })).json<AFile>();
  const photos = [heif("heic", "mif1"), await tiffOf(3)];
  for (const photo of photos) {
    const { id } = (await sendFile(operator, photo, { purpose: "attachment" }, { name: "photo" })).json<AFile>();
    const attachments = `/lectures/${lecture.id}/attachments`;
    const refused = await operator.post(attachments, { kind: "image", title: "Photo", file_id: id });
    assert.deepEqual([problemOf(refused).status, problemOf(refused).pointers], [422, ["/file_id"]], refused.body);
    assert.match(refused.body, /Export it as JPEG, or attach it with the kind file\. fil_\w+ is image\/(heic|tiff)\./);
    const kept = await operator.post(attachments, { kind: "file", title: "Photo", file_id: id });
    assertStatus(kept, 201);
    const changed = await operator.patch(`/attachments/${kept.json<AFile>().id}`, { kind: "image" });
    assert.deepEqual(problemOf(changed).pointers, ["/file_id"], changed.body);
  }
});
