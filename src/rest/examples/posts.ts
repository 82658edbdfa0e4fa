import { exampleId } from "#domain/ids.ts";
import type { Examples } from "./examples.ts";

const saturn = {
  title: "Saturn is back",
  slug: "saturn-is-back",
  excerpt: "From August on it can be seen all night.",
  body_markdown: "Look **south** at midnight.",
  tags: ["planets"],
};

export const postExamples: Examples = {
  createPost: [
    ["For everybody", { ...saturn, category_id: exampleId("postCategory"), access: "public" }],
    ["For those who have a membership plan", { ...saturn, access: "plans", plan_ids: [exampleId("membershipPlan")] }],
  ],
  updatePost: { excerpt: "From September on it can be seen all night.", comments_enabled: true },
  upsertPost: { ...saturn, access: "members" },
  publishPost: [
    ["Now", {}],
    ["At a moment", { publish_at: "2034-08-01T06:00:00.000Z" }],
  ],
  unpublishPost: { to: "draft" },
  createPostCategory: { name: "What can be seen", slug: "what-can-be-seen" },
  updatePostCategory: { name: "Tonight", position: 0 },
};

export const pageExamples: Examples = {
  createPage: [
    ["Written in Markdown", { title: "How to find us", path: "/visit", body_markdown: "Take the **number 28** tram." }],
    [
      "Made of blocks",
      {
        title: "Our telescopes",
        path: "/telescopes",
        blocks: [
          { kind: "markdown", markdown: "Two of them are **yours** to use." },
          { kind: "button", label: "Come and see", href: "/events" },
          { kind: "list", of: "events", limit: 3 },
        ],
      },
    ],
  ],
  updatePage: {
    title: "How to find the dome",
    seo: { title: "How to find us", description: "By tram and on foot", noindex: false },
  },
  createRedirect: { from: "/old/visit.html", to: "/visit", status: 301 },
};
