import assert from "node:assert/strict";
import { test } from "node:test";
import { insertForm, insertFormSubmission } from "#domain/content/forms/queries.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { later } from "../../support/world.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "../support/operator.ts";

type Json = Record<string, unknown>;

const fields = [
  { handle: "name", label: "Your name", kind: "text", required: true },
  { handle: "boats", label: "Boats", kind: "choices", required: false, choices: ["dinghy", "yawl"] },
] as const;

/** Creates a form like imports and the public site do. */
async function aForm({ site }: Operator, name = "Sign on") {
  const id = newId();
  const form = { id, name, slug: name.toLowerCase().replace(" ", "-"), fields: structuredClone(fields) };
  await insertForm(
    { db: database, site: site.site },
    { ...form, fields: [...form.fields] as never, status: "open" },
    now(),
  );
  return { id, wire: formatId("form", id) };
}
async function submit(
  { site }: Operator,
  formId: string,
  answers: Record<string, string | string[]>,
  memberId?: string,
) {
  const id = newId();
  const submission = { id, formId, answers, ...(memberId && { memberId }) };
  await insertFormSubmission({ db: database, site: site.site }, submission, now());
  return formatId("formSubmission", id);
}
const idsOf = async (operator: Operator, path: string) => {
  const response = await operator.get(path);
  assertStatus(response, 200);
  return response.json<{ data: { id: string }[] }>().data.map(({ id }) => id);
};

void test("A form is read with its fields, and listed without them", async () => {
  const operator = await anOperator("forms:read");
  const form = await aForm(operator);
  const other = await aForm(operator, "Lost property");
  await submit(operator, form.id, { name: "Ana" });
  const read = (await operator.get(`/forms/${form.wire}`)).json<Json>();
  assert.deepEqual(
    [read["object"], read["slug"], read["status"], read["submission_count"], read["fields"]],
    ["form", "sign-on", "open", 1, fields],
  );
  const { data } = (await operator.get("/forms?sort=name")).json<{ data: Json[] }>();
  assert.deepEqual(
    data.map(({ name }) => name),
    ["Lost property", "Sign on"],
  );
  assert.ok(data.every((each) => !("fields" in each)));
  assert.deepEqual(await idsOf(operator, "/forms?q=property"), [other.wire]);
  assert.deepEqual(await idsOf(operator, "/forms?status=draft,closed"), []);
});

void test("Responses are keyed by field handle, and can be filtered by person, time and text", async () => {
  const operator = await anOperator("forms:read");
  const [form, other] = [await aForm(operator), await aForm(operator, "Other")];
  const ana = await submit(operator, form.id, { name: "Ana Lima", boats: ["yawl"] }, operator.member.id);
  await submit(operator, other.id, { name: "Ana Lima" }, operator.member.id);
  await later(60_000, async () => {
    const since = now().toISOString();
    const guest = await submit(operator, form.id, { name: "王小明" });
    const path = `/forms/${form.wire}/submissions`;
    assert.deepEqual(await idsOf(operator, path), [guest, ana]);
    assert.deepEqual(await idsOf(operator, `${path}?member_id=${operator.member.sub}`), [ana]);
    assert.deepEqual(await idsOf(operator, `${path}?created_at[gte]=${since}`), [guest]);
    assert.deepEqual(await idsOf(operator, `${path}?q=yawl`), [ana]);
    assert.deepEqual(await idsOf(operator, `${path}?q=${encodeURIComponent("小明")}`), [guest]);
    const { answers, form_id, member_id } = (await operator.get(`/form_submissions/${ana}`)).json<Json>();
    assert.deepEqual(
      [answers, form_id, member_id],
      [{ name: "Ana Lima", boats: ["yawl"] }, form.wire, operator.member.sub],
    );
    const anonymous = (await operator.get(`/form_submissions/${guest}`)).json<Json>();
    assert.equal(anonymous["member_id"], null);
  });
});

void test("Forms of another site are not found, and the API has no writes", async () => {
  const [here, there] = [await anOperator("forms:read"), await anOperator("forms:read")];
  const form = await aForm(there);
  const submission = await submit(there, form.id, { name: "Ana" });
  for (const path of [`/forms/${form.wire}`, `/forms/${form.wire}/submissions`, `/form_submissions/${submission}`]) {
    assert.deepEqual(problemOf(await here.get(path)).code, "not_found", path);
  }
  assert.equal((await there.post("/forms", { name: "x" })).statusCode, 405);
  const lecturer = await operatorOf(there.site, "openid courses:read", { roles: ["lecturer"] });
  assert.equal(problemOf(await lecturer.get("/forms")).code, "role_required");
});
