import assert from "node:assert/strict";
import { outboxOf } from "../../support/records.ts";
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
  assert.equal(response.statusCode, 201, response.body);
  return response.json<Post & Json>();
}

export const idsOf = async (operator: Operator, query: string) => {
  const response = await operator.get(`/posts?${query}`);
  assert.equal(response.statusCode, 200, response.body);
  return response.json<{ data: Post[] }>().data.map(({ id }) => id);
};

export const read = async (operator: Operator, { id }: Post) =>
  (await operator.get(`/posts/${id}`)).json<Post & Json>();

export const postEvents = async (operator: Operator) =>
  (await outboxOf(operator.site)).filter(({ type }) => type.startsWith("post.")).map(({ type }) => type);
