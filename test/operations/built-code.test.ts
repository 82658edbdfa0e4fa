import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, test } from "node:test";
import { builtFile, stampOf, unchangingStamp } from "../../src/server/built-code.ts";

void describe("the compiled server", () => {
  let folder: string;
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "lectern-built-"));
    for (const name of ["src/lib", "src/server", "tools", "build"])
      mkdirSync(path.join(folder, name), { recursive: true });
    for (const name of ["package.json", "package-lock.json", "tools/build.ts", "src/server/run.ts", "src/lib/one.ts"])
      write(name, "1");
    write("build/stamp", stampOf(folder));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  void test("is used while the sources and packages are those that were compiled", () => {
    assert.equal(builtFile("run", folder), path.join(folder, "build/run.mjs"));
  });

  void test("is used beside other sources if it was made for sources that never change, as in an image", () => {
    write("build/stamp", unchangingStamp);
    rmSync(path.join(folder, "package-lock.json"));
    assert.equal(builtFile("run", folder), path.join(folder, "build/run.mjs"));
  });

  void test("is not used after a source, a package or the build script was changed, or without a build", () => {
    const changes: (() => void)[] = [
      () => write("src/lib/two.ts", "2"),
      () => write("src/lib/one.ts", "2"),
      () => rmSync(path.join(folder, "src/lib/one.ts")),
      () => write("package-lock.json", "22"),
      () => write("tools/build.ts", "22"),
      () => rmSync(path.join(folder, "build"), { recursive: true }),
    ];
    for (const change of changes) {
      change();
      assert.equal(builtFile("run", folder), undefined, String(change));
      if (change !== changes.at(-1)) write("build/stamp", stampOf(folder));
    }
  });
});
