import { zhTWAdminProvisioning } from "./admin-provisioning.ts";
import { zhTWAdminSignIn } from "./admin-sign-in.ts";
import { zhTWAdminCourse } from "./admin-course.ts";
import { zhTWAdminOutline } from "./admin-outline.ts";
import { zhTWAdminPlacing } from "./admin-placing.ts";
import { zhTWAdminToday } from "./admin-today.ts";
import { zhTWAdminConsole } from "./admin-console.ts";
import { zhTWAdminAppearance } from "./admin-appearance.ts";
import { zhTWAdminCalendar } from "./admin-calendar.ts";
import { zhTWAdminCheckIn } from "./admin-check-in.ts";
import { zhTWAdminDerived } from "./admin-derived.ts";
import { resourceSectionsIn, resourceTextsIn } from "../admin-resources.ts";
import type { enAdmin } from "../en/admin.ts";
import { zhTWAdminAgents } from "./admin-agents.ts";
import { zhTWAdminAnalytics } from "./admin-analytics.ts";
import { zhTWAdminApplications } from "./admin-applications.ts";
import { zhTWAdminAssignments } from "./admin-assignments.ts";
import { zhTWAdminPrices } from "./admin-prices.ts";
import { zhTWAdminGiveAccess } from "./admin-give-access.ts";
import { zhTWAdminAudit } from "./admin-audit.ts";
import { zhTWAdminClients } from "./admin-clients.ts";
import { zhTWAdminImports } from "./admin-imports.ts";
import { zhTWAdminMedia } from "./admin-media.ts";
import { zhTWAdminMessages } from "./admin-messages.ts";
import { zhTWAdminMembers } from "./admin-members.ts";
import { zhTWAdminForms } from "./admin-forms.ts";
import { zhTWAdminSecurity } from "./admin-security.ts";
import { zhTWAdminApiKeys } from "./admin-api-keys.ts";
import { zhTWAdminWebhooks } from "./admin-webhooks.ts";
import { zhTWAdminIslands } from "./admin-islands.ts";
import { zhTWAdminLectures } from "./admin-lectures.ts";
import { zhTWAdminQuizzes } from "./admin-quizzes.ts";

/** The admin area in Traditional Chinese. */
export const zhTWAdmin: typeof enAdmin = {
  navigation: "管理專區",
  groups: { site: "網站", settings: "設定", developers: "開發人員", security: "安全" },
  sections: {
    overview: { name: "總覽", about: "所有設定與近期活動。" },
    analytics: { name: "統計分析", about: "學習、新成員與銷售。" },
    members: { name: "成員", about: "學員與工作人員，以及各自的角色。" },
    forms: { name: "表單", about: "表單與收到的回覆。" },
    ...resourceSectionsIn("zh-TW"),
    mail: { name: "電子郵件", about: "回覆地址與邀請上限。" },
    signIn: { name: "登入", about: "以其他服務的帳號登入。" },
    provisioning: { name: "帳號佈建", about: "由組織的目錄服務維護成員資料。" },
    media: { name: "影音主機", about: "影音串流片段所在的其他主機。" },
    betaFeatures: { name: "測試版功能", about: "可以試用的新功能。" },
    agents: { name: "連接代理程式", about: "供 AI 助理與自動化工具使用的網址與設定。" },
    applications: { name: "OAuth 應用程式", about: "成員或工作人員可以連結到自己帳號的應用程式。" },
    integrations: { name: "整合服務", about: "成員可以連結的第三方平台。" },
    documents: {
      name: "中繼資料文件應用程式",
      about: "以用戶端中繼資料文件識別身分的應用程式：允許的主機與權限。",
    },
    registered: { name: "自行登記的應用程式", about: "成員電腦上自行登記的程式。" },
    apiKeys: { name: "API 金鑰", about: "學校自有程式與系統使用的金鑰。" },
    webhooks: { name: "Webhook 通知", about: "傳送給其他系統的事件，以及傳送紀錄。" },
    signing: { name: "簽署金鑰", about: "ID 權杖的簽署與金鑰。" },
    limits: { name: "有效期限與註冊", about: "權杖與工作階段的有效期限，以及註冊方式。" },
    progress: { name: "學習進度", about: "學員的進度，以及誰可能需要協助。" },
    auditLog: { name: "稽核紀錄", about: "與安全相關的事件。" },
  },
  save: "儲存",
  saved: "已儲存你的變更。",
  moreThan: "超過 {count}",
  agent: {
    term: "代理程式",
    since: "自 {time} 起使用網站的工具。",
    fact: "代理程式，始於 {time}",
  },

  derived: zhTWAdminDerived,
  appearance: zhTWAdminAppearance,
  calendar: zhTWAdminCalendar,
  checkIn: zhTWAdminCheckIn,
  imports: zhTWAdminImports,
  islands: zhTWAdminIslands,
  lectures: zhTWAdminLectures,
  quizzes: zhTWAdminQuizzes,
  course: zhTWAdminCourse,
  assignments: zhTWAdminAssignments,
  giveAccess: zhTWAdminGiveAccess,
  prices: zhTWAdminPrices,
  outline: zhTWAdminOutline,
  placing: zhTWAdminPlacing,
  console: zhTWAdminConsole,

  overview: zhTWAdminToday,

  signIn: zhTWAdminSignIn,
  provisioning: zhTWAdminProvisioning,
  mail: {
    intro: "{site}的郵件由這台伺服器寄出。學校自己的地址經過驗證後，回覆就會寄到那裡。",
    noMail: "這台伺服器不寄送郵件，因此無法驗證地址。請聯絡伺服器管理人員設定 SMTP_URL。",
    states: {
      unset: "尚未設定地址。驗證地址後，邀請信才能加上自訂訊息。",
      unverified: "{email} 尚未驗證。請開啟寄到該地址的信中的連結。在此之前，邀請信不能加上自訂訊息。",
      verified: "{email} 已驗證：回覆會寄到那裡，邀請信可以加上自訂訊息。",
    },
    senderAddress: "寄件者地址",
    senderAddressHint: "系統會將驗證連結寄到這個地址。更換地址後必須重新驗證。",
    wrong: "請輸入電子郵件地址，例如 hello@school.example，或留空。",
    sent: "已將連結寄到該地址。連結一小時內有效，且只能使用一次。",
    limited: "地址已儲存，但寄出的郵件過多，因此未寄出連結。請稍後再試。",
    resend: "儲存並寄送連結",
    limit: "邀請",
    limitAbout: "24 小時內最多寄出 {count} 封邀請，包含重新寄送的邀請。只有伺服器管理人員能變更此上限。",
    suppressed: {
      title: "停止寄送的地址",
      about: "不存在的地址不會再收到任何郵件。將郵件檢舉為垃圾郵件的收件者，只會收到必要的郵件，例如收據和登入連結。",
      none: "目前所有地址都會收到郵件。",
      reasons: { bounce: "無法收信", complaint: "檢舉為垃圾郵件" },
      code: "代碼 {code}",
      lift: "恢復寄送",
      liftOf: "{act}到 {email}",
      lifted: "已恢復寄送郵件到該地址。",
      member: "已停止寄送郵件到這個地址",
      memberComplaint: "只會寄送必要的郵件到這個地址",
      reports: "接收退信與檢舉的網址",
      reportsAbout:
        "請讓郵件服務或郵件伺服器將退信與檢舉傳送到這個網址，並妥善保密。可接收郵件訊息，以及 Amazon SES、Mailgun 和 SendGrid 的事件。",
    },
  },

  media: zhTWAdminMedia,

  betaFeatures: {
    intro: "這些新功能日後仍可能調整，在你啟用之前都不會生效。",
    mcp_connections: {
      name: "MCP 連線",
      about:
        "成員可以將 AI 助理和其他應用程式連結到自己的帳號，但僅限你在「開發人員」的「OAuth 應用程式」中登記的應用程式。停用後該頁面會隱藏；已登記的應用程式在你刪除之前仍可使用。",
    },
  },

  agents: zhTWAdminAgents,
  analytics: zhTWAdminAnalytics,
  members: zhTWAdminMembers,
  messages: zhTWAdminMessages,
  resources: resourceTextsIn("zh-TW"),
  applications: zhTWAdminApplications,
  ...zhTWAdminClients,
  forms: zhTWAdminForms,
  apiKeys: zhTWAdminApiKeys,
  webhooks: zhTWAdminWebhooks,
  ...zhTWAdminSecurity,
  auditLog: zhTWAdminAudit,
};
