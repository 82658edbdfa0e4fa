import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { aLiveSite } from "../../support/worlds/live-site.ts";
import { root } from "../../support/data/source-tree.ts";
import { operatorOf } from "../support/operator.ts";

const run = promisify(execFile);
const folder = mkdtempSync(path.join(tmpdir(), "lectern-sdk-"));
after(() => rmSync(folder, { recursive: true }));

/** Type-checks only if methods return the resource itself, and lists iterate over their items. */
const program = `import { isLecternError, Lectern, type Course } from "@lectern/sdk";
import { verifyWebhook } from "@lectern/sdk/webhooks";

const lectern = new Lectern({ origin: process.env["LECTERN_ORIGIN"]!, apiKey: process.env["LECTERN_API_KEY"]! });

const course: Course = await lectern.createCourse({ body: { name: "Knots" } });
const { would } = await lectern.dryRun.publishCourse({ path: { course: course.id } }).catch((error: unknown) => {
  if (isLecternError(error, "not_publishable")) return { would: "not publishable" };
  throw error;
});
console.log(would);
await lectern.createCourse({ body: { name: "Charts" } });
for await (const { name } of lectern.each.listCourses({ query: { limit: 1, sort: ["name"] } })) console.log(name);
const edited: Course = await lectern.updateCourse({ path: { course: course.id }, body: { ...course, name: "More knots" } });
console.log(edited.name, typeof verifyWebhook);
const file = await lectern.createFile({ body: { file: new File(["Two knots"], "knots.txt", { type: "text/plain" }) } });
console.log(file.filename);
// @ts-expect-error A course has no field of this name.
export const wrong: string = course.nmae;
`;

const tsconfig = {
  compilerOptions: { target: "esnext", module: "nodenext", strict: true, noEmit: true, types: ["node"] },
  include: ["program.ts", "edit-courses.ts"],
};

void test("The SDK is built as plain JavaScript with types, without dependencies, and works with the server", async () => {
  const live = await aLiveSite();
  try {
    const installed = path.join(folder, "node_modules/@lectern/sdk");
    mkdirSync(path.dirname(installed), { recursive: true });
    await run(process.execPath, [path.join(root, "tools/build-sdk.ts"), installed], { maxBuffer: 16 * 1024 * 1024 });
    for (const part of ["src", "node_modules"]) rmSync(path.join(installed, part), { recursive: true });
    assert.ok(existsSync(path.join(installed, "dist/index.d.ts")));
    symlinkSync(path.join(root, "node_modules/@types"), path.join(folder, "node_modules/@types"));
    writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
    writeFileSync(path.join(folder, "program.ts"), program);
    writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
    cpSync(path.join(root, "examples/edit-courses.ts"), path.join(folder, "edit-courses.ts"));
    const compiled = await run(path.join(root, "node_modules/.bin/tsc"), ["-p", folder]).catch(
      (error: unknown) => error as { stdout: string },
    );
    assert.equal(compiled.stdout, "");

    const { bearer } = await operatorOf(live.site, "courses:read courses:write storage:write");
    const env = { ...process.env, LECTERN_ORIGIN: live.origin, LECTERN_API_KEY: bearer };
    const { stdout } = await run(process.execPath, ["program.ts"], { cwd: folder, env });
    const example = await run(process.execPath, ["edit-courses.ts"], { cwd: folder, env });
    assert.equal(example.stdout, "Charts: Learn about Charts\nMore knots: Learn about More knots\n");
    assert.equal(stdout, "not publishable\nCharts\nKnots\nMore knots function\nknots.txt\n");
  } finally {
    await live.close();
  }
});
