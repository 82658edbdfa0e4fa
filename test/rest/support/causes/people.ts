import assert from "node:assert/strict";
import { formatId, newId } from "#domain/platform/ids.ts";
import { anEmail } from "../added-members.ts";
import { decide, mergeLinkOf } from "../member-merges.ts";
import type { Operator } from "../operator.ts";
import { type Causes, done } from "./causes.ts";

const aStudent = (operator: Operator) => done(operator.post("/students", { email: anEmail(), name: "Ana" }));

const aMember = (operator: Operator) => done(operator.post("/members", { email: anEmail(), roles: ["student"] }));

/** A member who has authorized an application. */
async function aConnected({ site }: Operator): Promise<string> {
  const member = await site.member({ email: `${newId()}@example.test` });
  await site.connect(await site.operatorClient({}), member, "openid");
  return formatId("member", member.id);
}

const step = (name: string) => async (operator: Operator) => {
  const { id } = await aMember(operator);
  await done(operator.post(`/members/${id}/${name}`));
};

export const causesOfPeople: Causes = {
  "student.created": aStudent,
  "student.updated": async (operator) => {
    const answer = await aStudent(operator);
    const { id } = (answer as { student?: { id: string } }).student ?? answer;
    await done(operator.patch(`/students/${id}`, { name: "Ana Lima" }));
  },
  "group.updated": async (operator) => {
    const { id } = await done(operator.post("/groups", { name: "Spring" }));
    const member = await operator.site.member({ email: anEmail() });
    return () => done(operator.post(`/groups/${id}/students`, { student_ids: [member.sub] }));
  },
  "member.created": aMember,
  "member.invited": aMember,
  "member.updated": async (operator) => {
    const { id } = await aMember(operator);
    await done(operator.patch(`/members/${id}`, { tags: ["crew"] }));
  },
  "member.roles_changed": async (operator) => {
    const { id } = await aMember(operator);
    await done(operator.put(`/members/${id}/roles`, { roles: ["lecturer", "student"] }));
  },
  "member.suspended": step("suspend"),
  "member.removed": async (operator) => {
    const { id } = await aMember(operator);
    assert.equal((await operator.delete(`/members/${id}`)).statusCode, 204);
  },
  "member.merged": async (operator) => {
    const [from, into] = [await operator.site.member(), await operator.site.member()];
    await done(operator.post(`/members/${from.sub}/merge`, { into_id: into.sub }));
    await decide(operator, await mergeLinkOf(from));
    const link = await mergeLinkOf(into);
    return () => decide(operator, link);
  },
  "oauth_client.authorized": aConnected,
  "oauth_client.revoked": async (operator) => {
    const id = await aConnected(operator);
    assert.equal((await operator.delete(`/members/${id}`)).statusCode, 204);
  },
};
