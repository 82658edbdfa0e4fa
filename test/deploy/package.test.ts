import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { publishedManifest, runtimeManifest, runtimesOf } from "../../tools/package/manifest.ts";
import { programsOf } from "../../tools/package/programs.ts";
import { root } from "../support/data/source-tree.ts";

void test("The published package compiles every program and worker of the sources", () => {
  const entries = Object.values(programsOf(root).entries);
  for (const file of entries) assert.ok(existsSync(path.join(root, "src", file)), file);
  // Names of modules elsewhere than in imports. Entry points of every build, and browser modules, are compiled anyway.
  const elsewhere = /(?<!\b(?:from|import|module) |\bimport\()"([^"\s]+\.ts)"/g;
  const sources = globSync("src/**/*.ts", { cwd: root, exclude: ["src/islands/**", "src/pages/islands/**"] });
  const named = sources
    .filter((file) => file !== "src/server/built-code.ts")
    .flatMap((file) =>
      [...readFileSync(path.join(root, file), "utf8").matchAll(elsewhere)].map(([, module = ""]) =>
        path.relative("src", path.join(path.dirname(file), module)),
      ),
    );
  assert.deepEqual([...new Set(named)].toSorted(), entries.toSorted());
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
  for (const runtime of runtimesOf(root)) {
    const { name, version, os, cpu } = runtimeManifest(root, runtime);
    assert.equal(optionalDependencies[name], version);
    assert.equal(`@lectern/runtime-${os.join("")}-${cpu.join("")}`, name);
  }
});
