import { defineResource } from "#domain/platform/resource.ts";

/** Tags of courses, posts and members. */
export const tags = defineResource({
  tags: { tags: "Tags of courses, posts and members, with the number of uses." },
  scopes: { read: "courses:read", write: null },
  tables: [],
});
