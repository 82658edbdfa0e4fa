import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { promisify } from "node:util";
import { aLiveSite } from "../../support/worlds/live-site.ts";
import { root } from "../../support/data/source-tree.ts";
import { callsOfOpenapiFetch } from "../../support/openapi/calls-of-clients.ts";
import { operatorOf } from "../support/operator.ts";

const run = promisify(execFile);
const tsconfig = {
  compilerOptions: {
    target: "esnext",
    module: "nodenext",
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    types: ["node"],
  },
};

/** A module that type-checks only if a nullable object property allows null. */
const nullable = `import type { components } from "./operator-api.d.ts";
type Price = components["schemas"]["CoursePlan"]["price"];
export const prices: Price[] = [null, { amount: 1999, currency: "USD" }];
// @ts-expect-error An amount of no currency is no price.
export const wrong: Price = { amount: 1999 };
`;

void describe("a client generated from the site's own description", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-example-"));
  after(() => rmSync(folder, { recursive: true }));

  void test("type-checks, also with minimal calls of every operation, runs, and creates its course once however often it is run", async () => {
    const live = await aLiveSite();
    try {
      const { site, bearer } = await operatorOf(live.site, "courses:read courses:write");
      writeFileSync(path.join(folder, "openapi.json"), (await site.get("/openapi.json")).body);
      const generator = path.join(root, "tools/openapi-types/node_modules/.bin/openapi-typescript");
      await run(generator, ["openapi.json", "-o", "operator-api.d.ts"], { cwd: folder });
      cpSync(path.join(root, "examples/copy-courses.ts"), path.join(folder, "copy-courses.ts"));
      writeFileSync(path.join(folder, "nullable.ts"), nullable);
      writeFileSync(path.join(folder, "minimal-calls.ts"), callsOfOpenapiFetch("./operator-api.d.ts"));
      symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
      writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
      writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
      await run(path.join(root, "node_modules/.bin/tsc"), ["-p", folder], { cwd: folder });

      const env = { ...process.env, LECTERN_ORIGIN: live.origin, LECTERN_TOKEN: bearer };
      const execute = () => run(process.execPath, ["copy-courses.ts"], { cwd: folder, env });
      const first = await execute();
      assert.match(first.stdout, /^crs_[0-9a-z]{26} is a draft\nmy-first-course\tMy first course\n$/);
      assert.equal((await execute()).stdout, first.stdout);
    } finally {
      await live.close();
    }
  });
});
