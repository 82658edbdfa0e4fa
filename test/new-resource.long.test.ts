import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { root } from "./support/data/source-tree.ts";
import { copyCheckout } from "./support/processes/checkout-copy.ts";

void test("A new resource type-checks, and its tests pass", async (t) => {
  const guide = readFileSync(path.join(root, "docs/how-to/add-a-resource.md"), "utf8");
  const [, command] = /^npm run new:resource (badges -- --zh-tw .*)$/m.exec(guide)!;
  const copy = copyCheckout();
  t.after(() => copy.remove());
  const args = command!.split(" ").filter((each) => each !== "--");
  await copy.run(process.execPath, ["tools/new-resource.ts", ...args]);
  await copy.run("node_modules/.bin/tsc", ["--checkers", "2"]);
  await copy.run(process.execPath, ["tools/write-contracts.ts"]);
  await copy.run(process.execPath, ["test/run.ts", "test/rest/badges.test.ts", "test/sources/resources.test.ts"]);
});
