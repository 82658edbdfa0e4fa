import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import {
  databaseManifest,
  databasesOf,
  publishedManifest,
  runtimeManifest,
  runtimesOf,
} from "../../tools/package/manifest.ts";
import { programsOf } from "../../tools/package/programs.ts";
import { built, copyNode } from "../../tools/package/stage.ts";
import { stripSymbols } from "../../tools/package/strip-symbols.ts";
import { root } from "../support/data/source-tree.ts";

void test("The published package compiles every program and worker of the sources", () => {
  const entries = Object.values(programsOf(root).entries);
  for (const file of entries) assert.ok(existsSync(path.join(root, "src", file)), file);
  // Names of modules elsewhere than in imports. Entry points of every build, and browser modules, are compiled anyway.
  const elsewhere = /(?<!\b(?:from|import|module) |\bimport\()"([^"\s]+\.ts)"/g;
  const sources = globSync("src/**/*.ts", { cwd: root, exclude: ["src/islands/**", "src/http/islands/**"] });
  const named = sources
    .filter((file) => file !== "src/server/built-code.ts")
    .flatMap((file) =>
      [...readFileSync(path.join(root, file), "utf8").matchAll(elsewhere)].map(([, module = ""]) =>
        path.relative("src", path.join(path.dirname(file), module)),
      ),
    );
  assert.deepEqual([...new Set(named)].toSorted(), entries.toSorted());
});

void test("The published package keeps the templates and styles that the sources read at run time", () => {
  const removed = new Set(globSync(built, { cwd: root }));
  const read = globSync("src/**/*.ts", { cwd: root }).flatMap((file) => {
    const text = readFileSync(path.join(root, file), "utf8");
    const templates = [...text.matchAll(/\breadTemplate\(new URL\("([^"]+)"/g)].map(([, name = ""]) => name);
    const styles = /\breadCss\(/.test(text) ? globSync("**/*.css", { cwd: path.join(root, path.dirname(file)) }) : [];
    return [...templates, ...styles].map((name) => path.join(path.dirname(file), name));
  });
  assert.ok(read.length > 40);
  for (const file of read) {
    assert.ok(existsSync(path.join(root, file)), file);
    assert.ok(!removed.has(file), file);
  }
});

void test("The published package needs no file of this repository, and names what npm needs", () => {
  const manifest = publishedManifest(root, "1.2.3");
  const { dependencies, bundleDependencies } = manifest;
  const optionalDependencies: Record<string, string> = manifest.optionalDependencies;
  for (const [name, range] of Object.entries({ ...dependencies, ...optionalDependencies }))
    assert.match(range, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name);
  assert.deepEqual(
    Object.keys(dependencies).filter((name) => !bundleDependencies.includes(name)),
    ["@node-rs/argon2", "sharp"],
  );
  assert.equal(manifest.engines.node, ">=20");
  assert.equal(manifest.bin.lectern, "bin/lectern.js");
  assert.ok(!("private" in manifest) && !("scripts" in manifest));
  const programs = [
    ...runtimesOf(root).map((runtime) => ["runtime", runtimeManifest(root, runtime)] as const),
    ...databasesOf(root).map((database) => ["postgresql", databaseManifest(root, database)] as const),
  ];
  for (const [kind, { name, version, os, cpu }] of programs) {
    assert.equal(optionalDependencies[name], version);
    assert.equal(`@lectern/${kind}-${os.join("")}-${cpu.join("")}`, name);
  }
  assert.equal(programs.length, Object.keys(optionalDependencies).length);
});

void test(
  "The packaged Node.js has no symbols, and runs with packages that have binaries",
  { skip: process.platform !== "linux" && "Only the Node.js of Linux has symbols." },
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), "lectern-node-"));
    try {
      const file = path.join(folder, "bin/node");
      const runtime = runtimesOf(root).find(({ platform }) => platform === `linux-${process.arch}`);
      const packed = path.join(root, "node_modules", runtime!.source, "bin/node");
      copyNode(packed, file);
      assert.ok(statSync(file).size < statSync(packed).size - 15_000_000);
      const program = `import("sharp").then(({ default: sharp }) => sharp({ create: { width: 2, height: 2, channels: 3,
        background: "red" } }).png().toBuffer()).then(({ length }) => console.log(length > 50, process.version))`;
      const written = execFileSync(file, ["--input-type=module", "--eval", program], { cwd: root, encoding: "utf8" });
      assert.equal(written, `true v${runtime!.version}\n`);
      const stripped = readFileSync(file);
      assert.deepEqual(stripSymbols(stripped), stripped);
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

void test("Only programs of Linux lose their symbols", () => {
  for (const content of ["", "#!/bin/sh\n", "\u007fELF\u0001\u0001"]) {
    assert.throws(() => stripSymbols(Buffer.from(content.padEnd(64))), /Expected an ELF file/, content);
  }
});
