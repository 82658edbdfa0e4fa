import type { enAdmin } from "./en-admin.ts";
import { zhTWAdminApplications } from "./zh-tw-admin-applications.ts";

/** The admin area in Traditional Chinese. */
export const zhTWAdmin: typeof enAdmin = {
  navigation: "管理專區",
  groups: { site: "網站", settings: "設定", developers: "開發人員" },
  sections: {
    overview: { name: "總覽", about: "有哪些事項可以決定，以及在哪裡決定。" },
    betaFeatures: { name: "測試版功能", about: "新功能只在啟用後才會使用。" },
    applications: { name: "OAuth 應用程式", about: "成員或工作人員可以連結到自己帳號的應用程式。" },
  },
  save: "儲存",
  saved: "已儲存你的變更。",
  moreThan: "超過 {count}",

  overview: {
    title: "管理專區",
    intro: "{site}的管理人員在這裡決定各項事務。",
    members: "成員",
    applications: "應用程式",
    connections: "連線",
  },

  betaFeatures: {
    intro: "這些新功能日後仍可能調整，在你啟用之前都不會生效。",
    mcp_connections: {
      name: "MCP 連線",
      about:
        "成員可以將助理和其他應用程式連結到自己的帳號，但僅限你在「開發人員」的「OAuth 應用程式」中登記的應用程式。停用後該頁面會隱藏；已登記的應用程式在你刪除之前仍可使用。",
    },
  },

  applications: zhTWAdminApplications,
};
