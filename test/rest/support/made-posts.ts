import { assertStatus } from "../../support/assert-status.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import type { Operator } from "./operator.ts";

export const scopes = "posts:read posts:write";

export type Json = Record<string, unknown>;

export interface Post {
  id: string;
  slug: string;
  title: string;
  status: string;
  publish_at: string | null;
  published_at: string | null;
}

export async function aPost(operator: Operator, fields: Json = {}) {
  const response = await operator.post("/posts", { title: "Low tide", access: "public", body_markdown: "", ...fields });
  assertStatus(response, 201);
  return response.json<Post & Json>();
}

export const idsOf = async (operator: Operator, query: string) => {
  const response = await operator.get(`/posts?${query}`);
  assertStatus(response, 200);
  return response.json<{ data: Post[] }>().data.map(({ id }) => id);
};

export const read = async (operator: Operator, { id }: Post) =>
  (await operator.get(`/posts/${id}`)).json<Post & Json>();

export const postEvents = async (operator: Operator) =>
  (await outboxOf(operator.site)).filter(({ type }) => type.startsWith("post.")).map(({ type }) => type);
