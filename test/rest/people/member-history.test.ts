import assert from "node:assert/strict";
import { test } from "node:test";
import { signIn } from "../../pages/support/sign-up-forms.ts";
import { enroll } from "../../support/worlds/inhabited-site.ts";
import { auditActions, outboxOf } from "../../support/worlds/records.ts";
import { password } from "../../support/world.ts";
import { anOperator, operatorOf } from "../support/operator.ts";
import { add, scopes } from "../support/added-members.ts";

void test("Member changes are emitted as events, and student changes also to subscribers of students", async () => {
  const operator = await anOperator(scopes);
  const { id } = await add(operator, { roles: ["lecturer"] });
  await operator.patch(`/members/${id}`, { name: "Mia" });
  await operator.put(`/members/${id}/roles`, { roles: ["student"] });
  await operator.patch(`/members/${id}`, { name: "Mia W." });
  await operator.post(`/members/${id}/suspend`);
  await operator.post(`/members/${id}/unsuspend`);
  await operator.delete(`/members/${id}`);
  const events = (await outboxOf(operator.site)).filter(({ objectId }) => objectId === id);
  assert.deepEqual(
    events.map(({ type }) => type),
    [
      "member.created",
      "member.updated",
      "member.roles_changed",
      "student.created",
      "member.updated",
      "student.updated",
      "member.suspended",
      "member.updated",
      "member.removed",
    ],
  );
  assert.equal(events[2]!.data["object"], "member");
  assert.deepEqual(events[2]!.data["roles"], ["student"]);
  const actions = (await auditActions(operator.site)).filter((action) => /Member/.test(action));
  assert.deepEqual(actions, [
    "addMember",
    "updateMember",
    "setMemberRoles",
    "updateMember",
    "suspendMember",
    "unsuspendMember",
    "removeMember",
  ]);
});

void test("A member's activity is listed, with learning only for callers who may read it", async () => {
  const operator = await anOperator(scopes);
  const { site } = operator;
  const member = await site.member({ roles: ["student"] });
  await enroll(site, member, "knots");
  for (let time = 0; time < 2; time++) await signIn(site, member.email, password);
  type Done = { data: { kind: string; course_id: string | null }[]; page: { next_cursor: string | null } };
  const path = `/members/${member.sub}/activity`;
  const page = (await operator.get(path)).json<Done>();
  assert.deepEqual(
    page.data.map(({ kind }) => kind),
    ["sign_in", "sign_in"],
  );
  const teacher = await operatorOf(site, `${scopes} students:read`);
  const seen: string[] = [];
  let cursor: string | null = "";
  do {
    const part: Done = (await teacher.get(`${path}?limit=1${cursor && `&cursor=${cursor}`}`)).json<Done>();
    seen.push(...part.data.map(({ kind }) => kind));
    cursor = part.page.next_cursor;
  } while (cursor);
  assert.deepEqual(seen.toSorted(), ["enrolled", "sign_in", "sign_in"]);
});
