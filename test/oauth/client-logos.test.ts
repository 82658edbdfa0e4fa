import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { Logo } from "#oauth/client-logos/logo.ts";
import { aPicture } from "../support/worlds/pictures.ts";

const codeOf = (bytes: Uint8Array): unknown => {
  const { success, error } = Logo.safeParse(bytes);
  const issue = error?.issues[0];
  return success ? "taken" : issue?.code === "custom" ? issue.params?.["code"] : issue?.code;
};

/** 1 × 1 pixel each. */
const jpeg = Buffer.from(
  "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z",
  "base64",
);
const webp = {
  lossy: Buffer.from("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA", "base64"),
  lossless: Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64"),
};

void describe("A logo", () => {
  void test("is a PNG, JPEG or WebP by its content", () => {
    const kinds = [aPicture(), jpeg, webp.lossy, webp.lossless].map((bytes) => Logo.parse(bytes).mediaType);
    assert.deepEqual(kinds, ["image/png", "image/jpeg", "image/webp", "image/webp"]);
  });

  void test("is rejected as any other content, regardless of its declared type", () => {
    const others: Record<string, Buffer> = {
      "no bytes": Buffer.alloc(0),
      text: Buffer.from("a logo, truly"),
      SVG: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><script>alert(1)</script></svg>'),
      "SVG with an XML head": Buffer.from(
        '<?xml version="1.0"?><svg width="1" height="1" xmlns="http://www.w3.org/2000/svg"/>',
      ),
      HTML: Buffer.from("<!doctype html><script>alert(1)</script>"),
      GIF: Buffer.from("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==", "base64"),
      BMP: Buffer.concat([Buffer.from("BM"), Buffer.alloc(60, 1)]),
      PDF: Buffer.from("%PDF-1.7"),
      "a PNG without a header": Buffer.from("89504e470d0a1a0a0000000d49444154", "hex"),
      "a PNG that ends before its size": aPicture().subarray(0, 18),
      "a PNG without a size": aPicture({ width: 0, height: 0 }),
      "a JPEG that ends before its size": jpeg.subarray(0, 40),
      "a WebP that ends before its size": webp.lossy.subarray(0, 18),
    };
    for (const [what, bytes] of Object.entries(others)) assert.equal(codeOf(bytes), "unsupported_media", what);
  });

  void test("has at most 256 KiB", () => {
    const spare = 256 * 1024 - aPicture({ padding: 1 }).length + 1;
    const largest = aPicture({ padding: spare });
    assert.equal(largest.length, 256 * 1024);
    assert.equal(codeOf(largest), "taken");
    assert.equal(codeOf(aPicture({ padding: spare + 1 })), "too_large");
  });

  void test("has at most 1024 pixels a side", () => {
    assert.equal(codeOf(aPicture({ width: 1024, height: 1024 })), "taken");
    assert.equal(codeOf(aPicture({ width: 1025 })), "too_many_pixels");
    assert.equal(codeOf(aPicture({ height: 1025 })), "too_many_pixels");
    const claims = aPicture();
    claims.writeUInt32BE(2 ** 32 - 1, 16);
    assert.equal(codeOf(claims), "too_many_pixels");
  });

  void test("is rejected with a readable message when it is corrupt", () => {
    const starts = [aPicture(), jpeg, webp.lossy, webp.lossless].map((bytes) => new Uint8Array(bytes));
    const broken = fc
      .tuple(fc.constantFrom(...starts), fc.nat(200), fc.uint8Array({ maxLength: 300 }))
      .map(([start, kept, rest]) => Uint8Array.from([...start.subarray(0, kept), ...rest]));
    fc.assert(
      fc.property(broken, (bytes) => {
        assert.ok(["taken", "unsupported_media", "too_many_pixels"].includes(String(codeOf(bytes))));
      }),
      { numRuns: 2000 },
    );
  });
});
