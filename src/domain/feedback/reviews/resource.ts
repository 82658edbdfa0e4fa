import { defineResource } from "#domain/platform/resource.ts";

export const reviews = defineResource({
  ids: { review: "rev" },
  tags: { reviews: "Reviews of courses by students, with replies of the school." },
  scopes: { read: "courses:read", write: "courses:write" },
  events: {
    "review.created": { about: "A student reviewed a course" },
    "review.updated": { about: "A review, its status or its reply was updated" },
    "review.deleted": { about: "A student withdrew a review" },
  },
  tables: [
    {
      table: "reviews",
      holds: "Course reviews",
      kind: "review",
      owner: { column: "member_id" },
      personal: "title body reply external_id metadata",
      impersonal:
        "site_id id course_id rating status replied_at edited_at hidden_at version created_at updated_at deleted_at",
      exportedAs: "reviews",
      merging: { how: "own" },
      erasure: {
        how: "pseudonymize",
        blank: { title: "null", body: "''", reply: "null", external_id: "null", metadata: "'{}'" },
        why: "Statistics count the rating. The texts of the review and the reply are deleted.",
      },
    },
  ],
  audit: {
    names: { review: { en: "Course review", "zh-TW": "課程評價" } },
    actions: { moderateReview: { en: "A course review was moderated", "zh-TW": "審閱課程評價" } },
  },
  exports: ["reviews"],
  imports: ["reviews"],
});
