import type { ResourceDeclaration } from "./resource.ts";

/** Resources of the site itself, by the `object` of their schema. */
export const siteResources = {
  post: {
    group: "publish",
    label: ["title"],
    facts: ["status", "access", "published_at", "comment_count"],
    first: ["title", "body_markdown", "excerpt", "access", "plan_ids"],
    rare: ["slug", "seo", "locale", "comments_enabled", "author_member_id"],
    left: ["body_html"],
  },
  post_category: {
    group: "publish",
    label: ["name"],
    facts: ["position"],
    rare: ["slug", "position"],
  },
  page: {
    group: "publish",
    label: ["title"],
    facts: ["path", "status", "updated_at"],
    rare: ["locale", "layout", "seo", "show_in_sitemap"],
  },
  page_revision: {
    label: ["title"],
    facts: ["revision", "member_id", "created_at"],
  },
  redirect: {
    group: "publish",
    label: ["from"],
    facts: ["to", "status", "created_at"],
  },
  file: {
    group: "publish",
    label: ["filename"],
    facts: ["content_type", "byte_size", "purpose", "status", "created_at"],
    rare: ["filename", "from_url"],
  },
  form: {
    label: ["name"],
    facts: ["status", "audience", "submission_count"],
  },
  form_submission: {
    group: "publish",
    label: ["form_id"],
    facts: ["member_id", "source_url", "created_at"],
  },
  job: {
    group: "insight",
    label: ["kind"],
    facts: ["status", "format", "member_id", "created_at", "finished_at"],
  },
  job_result: {
    label: ["name", "row_number"],
    facts: ["row_number", "status"],
  },
  import: {
    group: "insight",
    label: ["id"],
    facts: [],
    left: ["inline", "files"],
  },
  export: {
    group: "insight",
    label: ["id"],
    facts: [],
    left: ["filter"],
  },
  notification: {
    label: ["title"],
    facts: [],
  },
  school: {
    group: "settings",
    label: ["name"],
    facts: [],
    rare: ["slug", "legal", "seo", "social"],
  },
  settings: {
    group: "settings",
    label: ["id"],
    facts: [],
  },
  usage: {
    label: ["id"],
    facts: [],
  },
  appearance: {
    group: "settings",
    label: ["id"],
    facts: [],
    rare: ["custom_css", "header_html", "footer_html", "density", "player_layout"],
  },
  navigation: {
    group: "settings",
    label: ["id"],
    facts: [],
  },
  home_sections: {
    group: "settings",
    label: ["id"],
    facts: [],
  },
} as const satisfies Record<string, ResourceDeclaration>;
