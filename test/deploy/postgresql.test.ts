import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { linkLibraries } from "#database/embedded/binaries.ts";
import { shortenIcuData } from "../../tools/package/icu-data.ts";
import { forProcessor, stagePostgresql } from "../../tools/package/postgresql.ts";
import { root } from "../support/data/source-tree.ts";

const platform = `${process.platform}-${process.arch}`;

void test("The packaged PostgreSQL has at most 36 MB, without tools, extensions and links, and finds its libraries", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-postgresql-"));
  try {
    stagePostgresql(root, platform, folder);
    const entries = readdirSync(folder, { recursive: true, encoding: "utf8" });
    const stats = entries.map((entry) => lstatSync(path.join(folder, entry)));
    assert.ok(!stats.some((stat) => stat.isSymbolicLink()), "npm packages contain no links");
    const bytes = stats.reduce((sum, { blocks }) => sum + blocks * 512, 0);
    assert.ok(bytes < 36_000_000 || process.platform === "darwin", `${bytes} bytes`);
    assert.deepEqual(
      entries.filter((entry) => /pg_ctl|\.a$|pgxs|libecpg|utf8_and|pgcrypto/.test(entry)),
      [],
    );
    linkLibraries({ root: folder });
    for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" }))
      assert.ok(existsSync(path.join(folder, entry)), `${entry} is a link to nothing`);
    // The dynamic linker loads every library before the program starts.
    for (const name of ["postgres", "initdb"]) {
      const written = execFileSync(path.join(folder, "native/bin", name), ["--version"], { encoding: "utf8", env: {} });
      assert.match(written, /\(PostgreSQL\) 18\./);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

void test("Programs of macOS are packed for one processor", () => {
  const parts = [
    { processor: 0x0100_0007, content: "for x64" },
    { processor: 0x0100_000c, content: "for arm64" },
  ];
  const header = Buffer.alloc(48);
  header.writeUInt32BE(0xcafebabe, 0);
  header.writeUInt32BE(parts.length, 4);
  let position = header.length;
  for (const [index, { processor, content }] of parts.entries()) {
    for (const [field, value] of [processor, 0, position, content.length, 0].entries())
      header.writeUInt32BE(value, 8 + index * 20 + field * 4);
    position += content.length;
  }
  const program = Buffer.concat([header, ...parts.map(({ content }) => Buffer.from(content))]);
  for (const cpu of ["x64", "arm64"]) assert.equal(forProcessor(program, cpu).toString(), `for ${cpu}`);
  assert.throws(() => forProcessor(program, "riscv64"), /no part for riscv64/);
  for (const other of ["", "select 1;"]) assert.equal(forProcessor(Buffer.from(other), "x64").toString(), other);
});

void test("Other files than the data library of ICU are refused", () => {
  for (const content of ["", "CmnD", "\u007fELF"])
    assert.throws(() => shortenIcuData(Buffer.from(content.padEnd(128, "\0"))), /Expected the data library/, content);
});
