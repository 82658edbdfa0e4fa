import assert from "node:assert/strict";
import { assertStatus } from "../../support/assert-status.ts";
import { Visitor } from "../../support/browsers/visitor.ts";
import { aSite, type ASite } from "../../support/world.ts";
import { operatorOf, type Operator } from "../../rest/support/operator.ts";

export interface OutlineNode {
  title: string;
  lectures: readonly string[];
}

/** A course with these sections and lectures, and a person who has opened its outline. */
export async function anOutline(nodes: readonly OutlineNode[], site?: ASite) {
  const school = site ?? (await aSite());
  const operator = await operatorOf(school, "courses:read courses:write curriculum:read curriculum:write");
  const course = await aCourse(operator, nodes);
  const member = await school.member({ roles: ["owner"], name: "Marta Silva" });
  const address = `/admin/courses/${course}/outline`;
  const visitor = await new Visitor(await school.signedIn(member)).open(address);
  return { site: school, operator, course, member, address, visitor, tree: () => treeOf(operator, course) };
}

/** Creates a course with text lectures. */
export async function aCourse(operator: Operator, nodes: readonly OutlineNode[], fields: object = {}): Promise<string> {
  const made = await operator.post("/courses", { name: "Knots", ...fields });
  assert.equal(made.statusCode, 201, made.body);
  const { id } = made.json<{ id: string }>();
  const sections = nodes.map(({ title, lectures }) => ({
    title,
    lectures: lectures.map((name) => ({ title: name, kind: "text", body_markdown: `About ${name}.` })),
  }));
  const etag = (await operator.get(`/courses/${id}/curriculum`)).json<{ etag: string }>().etag;
  const replaced = await operator.put(`/courses/${id}/curriculum`, { sections }, { "if-match": etag });
  assert.equal(replaced.statusCode, 200, replaced.body);
  return id;
}

interface Tree {
  etag: string;
  sections: {
    id: string;
    title: string;
    status: string;
    lectures: { id: string; title: string; status: string; drip: object | null; findings: string[] }[];
  }[];
}

export async function readTree(operator: Operator, course: string): Promise<Tree> {
  const answer = await operator.get(`/courses/${course}/curriculum?include=findings`);
  assertStatus(answer, 200);
  return answer.json<Tree>();
}

/** The outline as texts: `A: 1 2 | B: 3`. */
export const treeOf = async (operator: Operator, course: string): Promise<string> =>
  (await readTree(operator, course)).sections
    .map(({ title, lectures }) => [`${title}:`, ...lectures.map((lecture) => lecture.title)].join(" "))
    .join(" | ");
