import type { enAdmin } from "./en-admin.ts";
import { zhTWAdminAnalytics } from "./zh-tw-admin-analytics.ts";
import { zhTWAdminApplications } from "./zh-tw-admin-applications.ts";
import { zhTWAdminAudit } from "./zh-tw-admin-audit.ts";
import { zhTWAdminClients } from "./zh-tw-admin-clients.ts";
import { zhTWAdminMembers } from "./zh-tw-admin-members.ts";
import { zhTWAdminForms } from "./zh-tw-admin-forms.ts";
import { zhTWAdminReviews } from "./zh-tw-admin-reviews.ts";
import { zhTWAdminSecurity } from "./zh-tw-admin-security.ts";
import { zhTWAdminWebhooks } from "./zh-tw-admin-webhooks.ts";

/** The admin area in Traditional Chinese. */
export const zhTWAdmin: typeof enAdmin = {
  navigation: "管理專區",
  groups: { site: "網站", settings: "設定", developers: "開發人員", security: "安全" },
  sections: {
    overview: { name: "總覽", about: "有哪些事項可以決定，以及在哪裡決定。" },
    analytics: { name: "統計分析", about: "大家學了什麼、有哪些新成員，以及賣出了什麼。" },
    members: { name: "成員", about: "在這裡學習或工作的所有人，以及各自的權限。" },
    forms: { name: "表單", about: "學校向大家詢問的事，以及收到的回覆。" },
    reviews: { name: "課程評價", about: "學員對課程的評價：待審閱的項目與處理方式。" },
    mail: { name: "郵件", about: "回覆寄往的地址，以及可寄出的邀請數量。" },
    betaFeatures: { name: "測試版功能", about: "新功能只在啟用後才會使用。" },
    applications: { name: "OAuth 應用程式", about: "成員或工作人員可以連結到自己帳號的應用程式。" },
    integrations: { name: "整合服務", about: "可以連結的其他公司平台，逐一啟用或停用。" },
    documents: {
      name: "自我說明的應用程式",
      about: "以網路上的文件說明自己的應用程式：接受哪些主機，以及每個應用程式可以做什麼。",
    },
    registered: { name: "自行登記的應用程式", about: "使用者電腦上為了連結而自行登記的程式。" },
    webhooks: { name: "Webhook 通知", about: "哪些系統會收到事件通知，以及傳送情形。" },
    signing: { name: "簽署與金鑰", about: "是否簽署登入憑證，以及用來簽署的金鑰。" },
    limits: { name: "期限與註冊", about: "權杖與登入能維持多久，以及誰可以加入。" },
    auditLog: { name: "稽核紀錄", about: "這裡發生過、與安全相關的事件。" },
  },
  save: "儲存",
  saved: "已儲存你的變更。",
  moreThan: "超過 {count}",
  agent: {
    term: "代理程式",
    since: "自 {moment} 起使用網站的工具。",
    fact: "代理程式，始於 {moment}",
  },

  overview: {
    title: "管理專區",
    intro: "{site}的管理人員在這裡決定各項事務。",
    members: "成員",
    applications: "應用程式",
    connections: "連線",
    lately: "最近 30 天",
    figures: "所有數字",
  },

  mail: {
    intro: "{site}的郵件由這台伺服器寄出。學校自己的地址經過驗證後，回覆就會寄到那裡。",
    noMail: "這台伺服器不寄送郵件，因此無法驗證地址。請聯絡伺服器管理人員設定 SMTP_URL。",
    states: {
      unset: "尚未設定地址。在驗證地址之前，邀請信不能加上自己的訊息。",
      unverified: "{email} 尚未驗證。請開啟寄到該地址的信中的連結。在此之前，邀請信不能加上自己的訊息。",
      verified: "{email} 已驗證：回覆會寄到那裡，邀請信可以加上自己的訊息。",
    },
    senderAddress: "寄件者地址",
    senderAddressHint: "系統會將驗證連結寄到這個地址。更換地址後必須重新驗證。",
    wrong: "請輸入電子郵件地址，例如 hello@school.example，或留空。",
    sent: "已將連結寄到該地址。連結一小時內有效，且只能使用一次。",
    limited: "地址已儲存，但寄出的郵件過多，因此未寄出連結。請稍後再試。",
    resend: "儲存並寄送連結",
    limit: "邀請",
    limitAbout: "24 小時內最多寄出 {count} 封邀請，包含重新寄送的邀請。只有伺服器管理人員能變更此上限。",
  },

  betaFeatures: {
    intro: "這些新功能日後仍可能調整，在你啟用之前都不會生效。",
    mcp_connections: {
      name: "MCP 連線",
      about:
        "成員可以將助理和其他應用程式連結到自己的帳號，但僅限你在「開發人員」的「OAuth 應用程式」中登記的應用程式。停用後該頁面會隱藏；已登記的應用程式在你刪除之前仍可使用。",
    },
  },

  analytics: zhTWAdminAnalytics,
  members: zhTWAdminMembers,
  reviews: zhTWAdminReviews,
  applications: zhTWAdminApplications,
  ...zhTWAdminClients,
  forms: zhTWAdminForms,
  webhooks: zhTWAdminWebhooks,
  ...zhTWAdminSecurity,
  auditLog: zhTWAdminAudit,
};
