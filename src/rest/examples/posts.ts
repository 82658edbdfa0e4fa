import { exampleId } from "#domain/platform/ids.ts";
import { type ResponseExamples, type Examples, type ResourceExamples, exampleOrigin } from "./examples.ts";

const saturn = {
  title: "Saturn is back",
  slug: "saturn-is-back",
  excerpt: "From August on it can be seen all night.",
  body_markdown: "Look **south** at midnight.",
  tags: ["planets"],
};

export const postExamples: Examples = {
  createPost: [
    ["For everyone", { ...saturn, category_id: exampleId("postCategory"), access: "public" }],
    ["For subscribers of a membership plan", { ...saturn, access: "plans", plan_ids: [exampleId("membershipPlan")] }],
  ],
  updatePost: { excerpt: "From September on it can be seen all night.", comments_enabled: true },
  upsertPost: { ...saturn, access: "members" },
  publishPost: [
    ["Now", {}],
    ["Scheduled", { publish_at: "2034-08-01T06:00:00.000Z" }],
  ],
  unpublishPost: { to: "draft" },
  createPostCategory: { name: "What can be seen", slug: "what-can-be-seen" },
  updatePostCategory: { name: "Tonight", position: 0 },
};

export const pageExamples: Examples = {
  createPage: [
    ["Written in Markdown", { title: "How to find us", path: "/visit", body_markdown: "Take the **number 28** tram." }],
    [
      "Built from blocks",
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

export const postResources: ResourceExamples = {
  post: {
    ...saturn,
    plan_ids: [],
    author_member_id: exampleId("member"),
    category_id: exampleId("postCategory"),
    status: "published",
    publish_at: null,
    comment_count: 5,
    reading_minutes: 3,
    url: `${exampleOrigin}/posts/saturn-is-back`,
  },
  post_category: { name: "What can be seen", slug: "what-can-be-seen" },
  page: {
    title: "How to find us",
    path: "/visit",
    body_markdown: "Take the **number 28** tram.",
    status: "published",
    revision: 4,
    url: `${exampleOrigin}/visit`,
  },
  page_revision: { revision: 3, title: "How to find us", member_id: exampleId("member") },
  redirect: { from: "/old/visit.html", to: "/visit", status: 301 },
};

const draft = { status: "draft", published_at: null };

export const postResponses: ResponseExamples = {
  createPost: { ...draft, comment_count: 0 },
  updatePost: { excerpt: "From September on it can be seen all night." },
  upsertPost: { ...draft, comment_count: 0, access: "members", created: true },
  unpublishPost: draft,
  updatePostCategory: { name: "Tonight" },
  createPage: { ...draft, revision: 1 },
  updatePage: { title: "How to find the dome", revision: 5 },
  unpublishPage: draft,
  restorePageRevision: { revision: 5 },
};
