import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { day, later } from "../../support/clock.ts";
import { copyNewest } from "../../support/worlds/cloned-rows.ts";
import { database } from "../../support/databases/database.ts";
import { anInhabitedSite } from "../../support/worlds/inhabited-site.ts";
import { setRoles } from "../../support/worlds/records.ts";
import { aSite } from "../../support/world.ts";
import { exported, filesIn, linesOf, readJob, startExport } from "../support/exported.ts";
import { type Operator, operatorOf, problemOf } from "../support/operator.ts";
import { aSchool, members, objectsOf, onePiece, runExport, scopes } from "../support/export-school.ts";

void describe("Authorization of exports", () => {
  void test("needs the scope of each list, and the error names them", async () => {
    const site = await aSite();
    const writer = await operatorOf(site, "school:write members:read");
    assert.equal((await writer.post("/exports", members)).statusCode, 202);
    const refused = await writer.post("/exports", { ...members, resources: ["members", "orders"] });
    assert.deepEqual([problemOf(refused).status, problemOf(refused).code], [403, "insufficient_scope"]);
    assert.match(String(refused.headers["www-authenticate"]), /scope="[^"]*orders:read/);
    const reader = await operatorOf(site, "members:read school:read");
    assert.equal(problemOf(await reader.post("/exports", members)).code, "insufficient_scope");
  });

  void test("limits the fields to those of the list", async () => {
    const { site } = await anInhabitedSite("Fields");
    const narrow = await operatorOf(site, "school:write orders:read events:read");
    const wide = await operatorOf(site, scopes);
    const order = { resources: ["orders", "event_registrations"], format: "ndjson" };
    const emails = async (operator: Operator) => {
      const files = filesIn((await exported(operator, order)).bytes);
      return ["orders", "event_registrations"].map((name) =>
        linesOf(files.get(`${name}.ndjson`)!).map((row) => "email" in row),
      );
    };
    assert.deepEqual(
      (await emails(narrow)).flat().every((has) => !has),
      true,
    );
    assert.deepEqual(
      (await emails(wide)).flat().every((has) => has),
      true,
    );
    const requested = await narrow.post("/exports", { ...order, filter: { orders: { email: "a@example.test" } } });
    assert.equal(problemOf(requested).code, "insufficient_scope");
  });

  void test("ends an export's remainder with the loss of permission", async () => {
    for (const lose of [
      (operator: Operator) => setRoles(operator.site, operator.member, ["lecturer"]),
      (operator: Operator) =>
        database.pool.query("update grants set revoked_at = now() where site_id = $1", [operator.site.site.id]),
    ]) {
      const operator = await aSchool();
      const job = await startExport(operator, members);
      await onePiece(operator, job);
      await lose(operator);
      await runExport(operator, job);
      const { rows } = await database.pool.query<{ status: string; code: string; result: string | null }>(
        "select status, error ->> 'code' as code, result_object_id as result from jobs where site_id = $1",
        [operator.site.site.id],
      );
      assert.deepEqual(rows, [{ status: "failed", code: "role_required", result: null }]);
      assert.ok((await objectsOf(operator)).every((released) => released));
    }
  });

  void test("allows only callers who may read all of its contents to find the file", async () => {
    const operator = await aSchool(2);
    const { job } = await exported(operator, members);
    const schoolOnly = await operatorOf(operator.site, "school:read");
    assert.equal((await readJob(schoolOnly, job)).result, null);
    const same = await operatorOf(operator.site, scopes);
    assert.ok((await readJob(same, job)).result);
    const { pathname, search } = new URL(job.result!.url);
    const elsewhere = await aSite();
    assert.equal((await elsewhere.request("GET", pathname + search)).statusCode, 404);
    assert.equal((await operator.site.request("GET", pathname)).statusCode, 404);
    assert.equal((await operator.site.request("GET", `${pathname}${search.slice(0, -2)}AA`)).statusCode, 404);
    const { site } = operator;
    await later(day, async () => assert.equal((await site.request("GET", pathname + search)).statusCode, 404));
  });

  void test("never includes a row of another site", async () => {
    const other = await aSchool(300);
    await copyNewest(other.site.site.id, 1);
    const operator = await aSchool(5);
    const { bytes } = await exported(operator, members);
    const emails = linesOf(bytes.toString()).map(({ email }) => String(email));
    assert.equal(emails.length, 6);
    assert.ok(emails.every((email) => !email.includes(other.site.site.id)));
  });
});
