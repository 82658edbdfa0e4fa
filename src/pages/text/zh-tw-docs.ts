import type { enDocs } from "./en-docs.ts";

/** Documentation for developers. The documents themselves are in English. */
export const zhTWDocs: typeof enDocs = {
  title: "開發者文件",
  intro: "以{site}為基礎開發：營運者 API、成員 API、Webhook，以及供 AI 代理使用的伺服器。文件以英文撰寫。",
  navigation: "開發者文件",
  groups: { start: "開始使用", guides: "指南", reference: "參考資料" },
  overview: "總覽",
  api: "API 參考文件",
  apiAbout: "營運者 API 的每一項操作與每一種 Webhook 事件，並可直接從頁面送出要求。",
  errors: "錯誤代碼",
  errorsAbout: "每一個錯誤代碼的原因與修正方式。",
  previous: "上一頁",
  next: "下一頁",
  pager: "上一頁與下一頁",
  contents: "本頁內容",
  markdown: "本頁的 Markdown 版本",
  copy: "複製",
  copied: "已複製",
};
