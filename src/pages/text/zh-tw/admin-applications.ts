import type { enAdminApplications } from "../en/admin-applications.ts";

/** Developers, OAuth applications, in Traditional Chinese. */
export const zhTWAdminApplications: typeof enAdminApplications = {
  intro:
    "在這裡登記的每個應用程式都會取得一個 client_id，請提供給應用程式的開發者。{site}的成員即可將它連結到自己的帳號，權限以你勾選的為限。",
  none: "尚未登記任何應用程式。",
  register: "登記應用程式",
  audience: {
    member: "供成員使用",
    operator: "供工作人員使用",
  },
  kind: { public: "公開用戶端", confidential: "機密用戶端，持有密鑰" },
  members: "已連結的成員",
  memberCount: "{count} 人已連結",
  lastUsed: "上次使用",
  lastUsedAt: "上次使用：{time}",
  neverUsed: "尚未使用",
  created: "登記時間",

  choose: {
    title: "這個應用程式供誰使用？",
    intro: "這項選擇決定應用程式可以取得哪些權限，之後無法變更。",
    member:
      "在{site}有任何角色的人，包括學員，都可以將它連結到自己的帳號：自己的課程、學習進度和通知。它看不到學校的其他資料。",
    operator:
      "擁有者、管理員、講師和助教可以連結它來管理學校：課程、成員和銷售。每個人授予它的權限不會超過自己角色所擁有的。",
  },

  form: {
    title: "登記應用程式",
    editTitle: "編輯{name}",
    problem: "未儲存這個應用程式，請修正以下錯誤。",
    conflict:
      "這個頁面開啟期間，有其他人變更了這個應用程式，因此沒有儲存任何內容。請再次檢查以下內容：現在儲存會取代對方的變更。",
    name: "名稱",
    nameHint: "顯示在授權頁面上。最多 100 個字元。",
    description: "說明",
    descriptionHint: "供你和其他管理人員參考。最多 1000 個字元。",
    logo: "標誌",
    logoHint: "PNG、JPEG 或 WebP 格式，最大 256 KiB、1024 × 1024 像素。正方形的效果最好。",
    logoAgain: "如果你已選擇標誌，請再選擇一次。",
    removeLogo: "移除目前的標誌",
    redirectUris: "重新導向網址",
    redirectUrisHint:
      "使用者完成後返回的網址，每行一個，必須與應用程式送出的內容逐字相同：{https}、電腦上的程式 {loopback}，或使用自有協定的應用程式，例如 {app}。",
    postLogoutRedirectUris: "登出後的重新導向網址",
    postLogoutRedirectUrisHint: "使用者登出後，應用程式可以將其導向的網址，每行一個，格式與上方相同。",
    introspects: "資源伺服器：可以檢查所有應用程式的權杖",
    introspectsHint:
      "適用於你自己的、接受本站權杖的 API 伺服器。無論權杖由哪個應用程式取得，它都能得知權杖屬於誰、允許哪些權限。僅限機密應用程式。",
    audience: "使用對象",
    fixed: "無法變更。若需要不同的設定，請另外登記一個應用程式。",
    kind: "應用程式類型",
    confidential: "機密：應用程式有自己的伺服器",
    confidentialHint: "它會取得一個密鑰，保存在自己的伺服器上，每次要求權杖時都要出示。",
    public: "公開：在瀏覽器或使用者自己的裝置上執行",
    publicHint: "它在那裡無法保守任何秘密，因此不會取得密鑰。",
    scopes: "可以授予的權限",
    scopesHint: "文字與授權頁面相同。請只勾選應用程式需要的權限。",
    narrowed: "你取消的權限會在應用程式下一次要求時失效。若之後重新勾選，會再次徵詢使用者。",
    create: "登記",
    save: "儲存",
    cancel: "取消",
    problems: {
      name: { too_small: "請輸入名稱。", too_big: "最多 100 個字元。", other: "請使用文字、數字和標點符號。" },
      description: { too_big: "最多 1000 個字元。", other: "請使用文字、數字和標點符號。" },
      redirectUris: {
        too_small: "請至少輸入一個。",
        too_big: "最多 20 個。",
        other:
          "第 {line} 行不屬於這三種之一。請注意長度不可超過 2000 個字元，不可包含片段（#）或使用者名稱；主機名稱須完整寫出，使用小寫字母，不可包含 *，結尾也不可有句點。",
      },
      postLogoutRedirectUris: {
        too_big: "最多 20 個。",
        other: "第 {line} 行不是上述三種格式之一的網址。",
      },
      introspectsAllTokens: { other: "只有機密應用程式可以擁有這項權限。" },
      confidential: { other: "請選擇其中一種。" },
      scopes: { other: "請至少勾選一項。" },
      logo: {
        too_large: "檔案超過 256 KiB。",
        too_many_pixels: "圖片超過 1024 × 1024 像素。",
        other: "這個檔案不是 PNG、JPEG 或 WebP 圖片。",
      },
    },
  },

  show: {
    edit: "編輯",
    replaceSecret: "更換密鑰",
    delete: "刪除",
    clientId: "用戶端 ID（client_id）",
    kind: "類型",
    audience: "使用對象",
    description: "說明",
    secret: "密鑰",
    secretHidden: "只在產生時顯示一次。若已遺失，請更換密鑰。",
    previousSecret: "前一個密鑰在 {time} 之前仍然有效。",
    noSecret: "無：公開用戶端沒有密鑰。",
    redirectUris: "重新導向網址",
    postLogoutRedirectUris: "登出後的重新導向網址",
    introspection: "權杖檢查",
    introspectsAll: "可以檢查本站所有應用程式的權杖。",
    usage: "使用情形",
    connections: "有效的連線",
    connectionsHint: "每個連線都能自行更新權限，直到期滿或遭撤銷為止。",
    scope: "權限範圍（scope）",
    scopes: "可以授予的權限",
  },

  secret: {
    made: "{name}的密鑰",
    once: "請立即複製：密鑰只會顯示這一次，之後無法再查看。",
    intro: "請只放在應用程式保存機密的地方。任何人取得它，都能冒充這個應用程式。",
    label: "用戶端密鑰（client_secret）",
    until: "前一個密鑰在 {time} 之前仍然有效。",
    done: "我已複製",
    title: "要更換{name}的密鑰嗎？",
    explanation: "應用程式會取得新的密鑰，只顯示一次。目前的密鑰仍可使用 24 小時，讓你有時間替換而不中斷服務。",
    leaked: "如果密鑰外洩，請更換兩次，外洩的密鑰會立即失效。",
    previous: "不到 24 小時前才更換過密鑰。更早的那一個在 {time} 之前有效，一旦更換目前的密鑰，它就會失效。",
    submit: "更換密鑰",
  },

  remove: {
    title: "要刪除{name}嗎？",
    explanation: "它的下一次要求就會遭到拒絕，所有權杖都會失效，並從每位使用者的已連結清單中消失。這項動作無法復原。",
    members: "已連結的成員人數：{count}。",
    submit: "刪除應用程式",
    cancel: "保留",
  },

  notice: {
    created: "已登記這個應用程式。請將 client_id 提供給它的開發者。",
    repeated: "這個應用程式先前已經登記：表單送出了兩次。如果你還沒有複製密鑰，請更換一個。",
    saved: "已儲存你的變更。",
    changed: "這段期間有其他人變更了這個應用程式，因此沒有執行任何動作。請查看目前的內容。",
    deleted: "已刪除這個應用程式，它的所有權杖都已失效。",
  },
};
