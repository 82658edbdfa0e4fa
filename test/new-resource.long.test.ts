import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type CheckoutCopy, copyCheckout } from "./support/processes/checkout-copy.ts";
import { coveringTests } from "./support/data/covering-tests.ts";

/** A resource of each parent, one of the school, and two below those. */
const requests: readonly string[] = [
  "badges -- --zh-tw 徽章",
  "announcements -- --parent course --zh-tw 公告",
  "hints -- --parent lecture --zh-tw 提示",
  "footnotes -- --parent post --zh-tw 註腳",
  "speakers -- --parent event --zh-tw 講者",
  "guides -- --parent digital_product --zh-tw 指南",
  "perks -- --parent membership_plan --zh-tw 福利",
  "rooms -- --parent group --zh-tw 教室",
  "medals -- --parent member --zh-tw 獎章",
  "ribbons -- --parent badge --zh-tw 緞帶",
  "remarks -- --parent announcement --zh-tw 備註",
];

void describe("npm run new:resource", () => {
  let copy: CheckoutCopy;
  before(() => {
    copy = copyCheckout();
  });
  after(() => copy.remove());

  async function run(command: string): Promise<string> {
    try {
      return (await copy.run("sh", ["-euc", command])).stdout;
    } catch (error) {
      const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
      throw new Error(`${command}\n${stdout.slice(-8000)}${stderr}`, { cause: error });
    }
  }

  void test("writes resources of every parent, which pass npm run check and every test that covers all resources", async () => {
    for (const request of requests) await run(`npm run --silent new:resource ${request}`);
    await run("npm run --silent contracts");
    await run("npm run --silent check");
    const plurals = requests.map((request) => request.replace(/ .*/, ""));
    const own = plurals.map((plural) => `test/rest/${plural}.test.ts`);
    const cases = plurals.map((plural) => plural.slice(0, -1)).join("|");
    const files = [...own, ...coveringTests, "test/rest/people/higher-roles.test.ts"];
    const stdout = await run(`TEST_CASES="${cases}" npm test -- ${files.join(" ")}`);
    for (const plural of plurals) assert.ok(stdout.includes(`/api/v1/${plural}/:id: ids and tokens`), plural);
  });
});
