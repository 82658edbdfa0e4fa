import assert from "node:assert/strict";
import { hash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { after, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { pack } from "tar-stream";
import { fetchArchive } from "#cli/update/fetch-archive.ts";
import { readRelease } from "#cli/update/release-file.ts";
import { prepareDraft } from "#cli/update/releases.ts";
import { lockUpdates } from "#cli/update/update-lock.ts";
import { releaseLimits, unpackRelease } from "#lib/archive/unpack-release.ts";

type Entry = Parameters<ReturnType<typeof pack>["entry"]>[0] & { content?: string };

async function tarGz(entries: readonly Entry[]): Promise<Buffer> {
  const archive = pack();
  for (const { content = "", ...header } of entries) archive.entry(header, content);
  archive.finalize();
  return gzipSync(await buffer(archive));
}

const folder = mkdtempSync(path.join(tmpdir(), "lectern-update-archive-"));
after(() => rmSync(folder, { recursive: true }));

async function unpack(entries: readonly Entry[], limits = releaseLimits): Promise<string> {
  const file = path.join(folder, "archive.tar.gz");
  writeFileSync(file, await tarGz(entries));
  const into = path.join(mkdtempSync(path.join(folder, "unpacked-")), "release");
  await unpackRelease(file, into, limits);
  return into;
}

const releaseOf = async (content: string) => readRelease(await unpack([{ name: "a/release.json", content }]));
const into = () => path.join(mkdtempSync(path.join(folder, "fetched-")), "archive");

void describe("The archive of a release", () => {
  void test("is unpacked with executable files and links of its libraries, without its folder", async () => {
    const into = await unpack([
      { name: "lectern-1.2.0/", type: "directory" },
      { name: "lectern-1.2.0/lib/libpq.so", type: "symlink", linkname: "libpq.so.5" },
      { name: "lectern-1.2.0/lib/libpq.so.5", content: "library" },
      { name: "lectern-1.2.0/lectern", content: "#!/bin/sh\n", mode: 0o4755 },
    ]);
    assert.deepEqual(readdirSync(into).toSorted(), ["lectern", "lib"]);
    assert.equal(statSync(path.join(into, "lectern")).mode & 0o7777, 0o755);
    assert.equal(statSync(path.join(into, "lib")).mode & 0o777, 0o755);
    assert.equal(readlinkSync(path.join(into, "lib/libpq.so")), "libpq.so.5");
    assert.equal(readFileSync(path.join(into, "lib/libpq.so"), "utf8"), "library");
  });

  void test("writes nothing outside of its folder, and no file of another kind", async () => {
    const outside = path.join(folder, "outside");
    mkdirSync(outside);
    const refused: [entries: Entry[], message: RegExp][] = [
      [[{ name: "a/../../outside/x", content: "x" }], /is not a path below a folder/],
      [[{ name: "/a/x", content: "x" }], /is not a path below a folder/],
      [[{ name: "a/b\\..\\x", content: "x" }], /is not a path below a folder/],
      [[{ name: "a/./x", content: "x" }], /is not a path below a folder/],
      [[{ name: `${"a/".repeat(50)}x`, content: "x" }], /is not a path below a folder/],
      [[{ name: "x", content: "x" }], /is not in a folder/],
      [[{ name: "a/x" }, { name: "b/x" }], /two folders at the top: a and b/],
      [[{ name: "a/link", type: "symlink", linkname: "../../outside" }], /link to another folder/],
      [[{ name: "a/link", type: "symlink", linkname: outside }], /link to another folder/],
      [[{ name: "a/link", type: "symlink", linkname: ".." }], /link to another folder/],
      [[{ name: "a/link", type: "link", linkname: "/etc/passwd" }], /neither a file nor a link/],
      [[{ name: "a/pipe", type: "fifo" }], /neither a file nor a link/],
      [
        [
          { name: "a/x", content: "1" },
          { name: "a/x", content: "2" },
        ],
        /the same path/,
      ],
      [
        [
          { name: "a/x", content: "1" },
          { name: "a/x/y", content: "2" },
        ],
        /the same path/,
      ],
      [
        [
          { name: "a/y", type: "symlink", linkname: "x" },
          { name: "a/y", content: "2" },
        ],
        /the same path/,
      ],
    ];
    for (const [entries, message] of refused)
      await assert.rejects(unpack(entries), { name: "UnusableArchive", message }, JSON.stringify(entries));
    assert.deepEqual(readdirSync(outside), []);
  });

  void test("is bounded in size and entries, also where the size is that of a header", async () => {
    const three = [1, 2, 3].map((number) => ({ name: `a/${number}`, content: "x".repeat(1000) }));
    await assert.rejects(unpack(three, { bytes: 2 ** 20, entries: 2 }), /more than 2 entries/);
    await assert.rejects(unpack(three, { bytes: 2000, entries: 5 }), /more than .* MiB/);
    const long = [{ name: `a/${"x".repeat(200)}/y`, pax: { comment: "x".repeat(100_000) } }];
    await assert.rejects(unpack(long, { bytes: 1000, entries: 2 }), /more than|not a complete/);
    const file = path.join(folder, "half.tar.gz");
    writeFileSync(file, (await tarGz(three)).subarray(0, 60));
    await assert.rejects(unpackRelease(file, path.join(folder, "half")), /not a complete tar\.gz/);
    writeFileSync(file, "text");
    await assert.rejects(unpackRelease(file, path.join(folder, "half")), /not a complete tar\.gz/);
  });

  void test("names its release in a file, whose version can be the name of a folder", async () => {
    assert.deepEqual(await releaseOf('{"name":"lectern","version":"1.2.0-rc.1","platform":"linux-x64"}'), {
      version: "1.2.0-rc.1",
      platform: "linux-x64",
    });
    for (const release of [
      "{}",
      "text",
      '{"name":"other","version":"1.2.0","platform":"linux-x64"}',
      '{"name":"lectern","version":"../1.2.0","platform":"linux-x64"}',
      '{"name":"lectern","version":"1.2.0-../x","platform":"linux-x64"}',
      `{"name":"lectern","version":"1.2.0","platform":"linux-x64","more":"${"x".repeat(5000)}"}`,
    ])
      await assert.rejects(releaseOf(release), { name: "UnusableArchive" }, release);
    await assert.rejects(async () => readRelease(await unpack([{ name: "a/x" }])), /no readable release\.json/);
  });
});

void describe("A release that is fetched", () => {
  const content = Buffer.from("the bytes of an archive");
  const digest = hash("sha256", content, "hex");

  void test("has the checksum of the file beside it, or the one that is named", async () => {
    const file = path.join(folder, "lectern.tar.gz");
    writeFileSync(file, content);
    writeFileSync(path.join(folder, "SHA256SUMS"), `${"0".repeat(64)}  other.tar.gz\n${digest}  lectern.tar.gz\n`);
    const copy = into();
    await fetchArchive(file, copy, undefined);
    assert.deepEqual(readFileSync(copy), content);
    await fetchArchive(file, into(), digest.toUpperCase());
    await assert.rejects(fetchArchive(file, into(), "1".repeat(64)), { name: "UnusableArchive", message: /SHA-256/ });
    await assert.rejects(fetchArchive(file, into(), "nonsense"), /64 hexadecimal digits/);
    rmSync(path.join(folder, "SHA256SUMS"));
    await assert.rejects(fetchArchive(file, into(), undefined), /SHA256SUMS cannot be read\. Name the checksum/);
  });

  void test("comes over https, or from this machine, through a bounded number of redirects", async (t) => {
    const server = createServer(({ url = "" }, response) => {
      if (url === "/r/SHA256SUMS") return response.end(`${digest}  lectern.tar.gz\n`);
      if (url === "/r/lectern.tar.gz") return response.writeHead(302, { location: "/real" }).end();
      if (url === "/real") return response.end(content);
      if (url === "/loop") return response.writeHead(302, { location: "/loop" }).end();
      if (url === "/away") return response.writeHead(302, { location: "http://downloads.example/x" }).end();
      if (url === "/broken")
        return response.writeHead(200, { "content-length": "100" }).end("x", () => response.destroy());
      return response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    t.after(() => server.close());
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const copy = into();
    await fetchArchive(`${origin}/r/lectern.tar.gz`, copy, undefined);
    assert.deepEqual(readFileSync(copy), content);
    await assert.rejects(fetchArchive(`${origin}/loop`, into(), digest), /redirects more than 5 times/);
    await assert.rejects(fetchArchive(`${origin}/away`, into(), digest), /downloads\.example\/x does not use https/);
    await assert.rejects(fetchArchive(`${origin}/none`, into(), digest), /responds with status 404, not 200/);
    await assert.rejects(fetchArchive(`${origin}/broken`, into(), digest), { code: "download_failed" });
    await assert.rejects(fetchArchive("ftp://downloads.example/x", into(), digest), /does not use https/);
    await assert.rejects(fetchArchive("http://downloads.example/x", into(), digest), /does not use https/);
    assert.ok(!existsSync(path.join(folder, "x")));
  });
});

void test("The owner of the data can run an unpacked release, and no other user can lock updates", (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "releases-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const current = { version: "1.0.0", platform: "linux-x64", folder };
  const releases = { folder, draft: path.join(folder, "update.part"), current };
  prepareDraft(releases);
  lockUpdates(releases).release();
  assert.equal(statSync(releases.draft).mode & 0o777, 0o711);
  assert.equal(statSync(path.join(folder, "update.lock")).mode & 0o777, 0o600);
});
