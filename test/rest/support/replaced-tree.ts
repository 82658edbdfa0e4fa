import { assertStatus } from "../../support/assert-status.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import type { Operator } from "./operator.ts";
import { type Json, type Tree, treeOf } from "./taught-course.ts";

export const text = (title: string, fields: Json = {}) => ({ title, kind: "text", ...fields });

export async function put(operator: Operator, course: string, sections: Json[], query = "") {
  const { etag } = await treeOf(operator, course);
  return operator.put(`/courses/${course}/curriculum${query}`, { sections }, { "if-match": etag });
}

export async function replaced(operator: Operator, course: string, sections: Json[]): Promise<Tree> {
  const response = await put(operator, course, sections);
  assertStatus(response, 200);
  return response.json<Tree>();
}

export const note = (title: string, fields: Json = {}) => ({ kind: "text", title, text: "t", ...fields });

export const eventsOf = async ({ site }: Operator) =>
  (await outboxOf(site)).filter(({ type }) => type === "curriculum.updated" || type === "lecture.published");
