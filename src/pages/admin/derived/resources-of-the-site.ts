import type { AdminResource } from "./resource.ts";

/** Resources of the site itself, by the `object` of their schema. */
export const siteResources = {
  post: {
    group: "publish",
    names: { en: ["post", "Posts"], "zh-TW": "文章" },
    about: { en: "News and articles.", "zh-TW": "消息與文章。" },
    label: ["title"],
    facts: ["status", "access", "published_at", "comment_count"],
    rare: ["slug", "seo", "locale", "comments_enabled", "author_member_id"],
    left: ["body_html"],
  },
  post_category: {
    group: "publish",
    names: { en: ["post category", "Post categories"], "zh-TW": "文章分類" },
    label: ["name"],
    facts: ["position"],
    rare: ["slug", "position"],
  },
  page: {
    group: "publish",
    names: { en: ["page", "Pages"], "zh-TW": "頁面" },
    about: { en: "Pages of the site, such as About us.", "zh-TW": "網站的頁面，例如關於我們。" },
    label: ["title"],
    facts: ["path", "status", "updated_at"],
    rare: ["locale", "layout", "seo", "show_in_sitemap"],
  },
  page_revision: {
    names: { en: ["revision", "Revisions"], "zh-TW": "版本" },
    label: ["title"],
    facts: ["revision", "member_id", "created_at"],
  },
  redirect: {
    group: "publish",
    about: {
      en: "Old addresses that lead to new ones. The site adds some itself when the address of a page changes.",
      "zh-TW": "導向新網址的舊網址。頁面的網址改變時，網站會自動加入。",
    },
    names: { en: ["redirect", "Redirects"], "zh-TW": "轉址" },
    label: ["from"],
    facts: ["to", "status", "created_at"],
  },
  file: {
    group: "publish",
    names: { en: ["file", "Files"], "zh-TW": "檔案" },
    about: {
      en: "Images, videos and documents of courses, pages and products.",
      "zh-TW": "課程、頁面與商品使用的圖片、影片與文件。",
    },
    label: ["filename"],
    facts: ["content_type", "byte_size", "purpose", "status", "created_at"],
    rare: ["filename", "from_url"],
  },
  form: {
    names: { en: ["form", "Forms"], "zh-TW": "表單" },
    label: ["name"],
    facts: ["status", "audience", "submission_count"],
  },
  form_submission: {
    group: "publish",
    names: { en: ["form submission", "Form submissions"], "zh-TW": "表單回覆" },
    label: ["form_id"],
    facts: ["member_id", "source_url", "created_at"],
  },
  job: {
    group: "insight",
    names: { en: ["job", "Jobs"], "zh-TW": "工作" },
    about: { en: "Imports, exports and other long work.", "zh-TW": "匯入、匯出與其他較長的工作。" },
    label: ["kind"],
    facts: ["status", "format", "member_id", "created_at", "finished_at"],
  },
  job_result: {
    names: { en: ["row", "Rows"], "zh-TW": "資料列" },
    label: ["name", "row_number"],
    facts: ["row_number", "status"],
  },
  import: {
    group: "insight",
    names: { en: ["import", "Imports"], "zh-TW": "匯入" },
    label: ["id"],
    facts: [],
    left: ["inline", "files"],
  },
  export: {
    group: "insight",
    names: { en: ["export", "Exports"], "zh-TW": "匯出" },
    label: ["id"],
    facts: [],
    left: ["filter"],
  },
  notification: {
    names: { en: ["message", "Messages"], "zh-TW": "訊息" },
    label: ["title"],
    facts: [],
  },
  school: {
    group: "settings",
    names: { en: ["school", "School"], "zh-TW": "學校" },
    label: ["name"],
    facts: [],
    rare: ["slug", "legal", "seo", "social"],
  },
  settings: {
    group: "settings",
    names: { en: ["setting", "Rules"], "zh-TW": "規則" },
    label: ["id"],
    facts: [],
  },
  usage: {
    names: { en: ["usage", "Usage"], "zh-TW": "用量" },
    label: ["id"],
    facts: [],
  },
  appearance: {
    group: "settings",
    names: { en: ["appearance", "Appearance"], "zh-TW": "外觀" },
    label: ["id"],
    facts: [],
    rare: ["custom_css", "header_html", "footer_html", "density", "player_layout"],
  },
  navigation: {
    group: "settings",
    names: { en: ["menu", "Menu"], "zh-TW": "選單" },
    label: ["id"],
    facts: [],
  },
  home_sections: {
    group: "settings",
    names: { en: ["home page", "Home page"], "zh-TW": "首頁" },
    label: ["id"],
    facts: [],
  },
} as const satisfies Record<string, AdminResource>;
