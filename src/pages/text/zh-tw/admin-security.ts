import type { enAdminSecurity } from "../en/admin-security.ts";

/** Security, in Traditional Chinese: keys and limits. */
export const zhTWAdminSecurity: typeof enAdminSecurity = {
  signing: {
    intro: "以{site}登入的應用程式可以取得 ID 權杖，也就是經過簽署的成員身分聲明，並以這裡發布的金鑰驗證。",
    state: "簽署",
    off: { name: "關閉", about: "不提供 ID 權杖，也不發布金鑰，探索文件不會提及兩者。" },
    published: {
      name: "發布金鑰，但不簽署",
      about: "應用程式已經可以取得金鑰。這是開啟簽署之前，以及關閉簽署之後的步驟。",
    },
    on: { name: "開啟", about: "發布金鑰，每次登入都會傳回 ID 權杖。" },
    keys: "金鑰",
    keysIntro: "每把金鑰都有金鑰 ID（kid）。私鑰絕不會離開伺服器。",
    none: "目前沒有金鑰，需要時會自動產生第一把。",
    unpublished: "簽署已關閉：金鑰會保留，但不發布。",
    states: { next: "下一把", signing: "使用中", retiring: "淘汰中" },
    since: "{time} 起簽署",
    signed: "自 {time} 起曾經簽署",
    from: "將於 {time} 開始簽署",
    until: "發布至 {time}",
    rotation: "輪替金鑰",
    rotationAbout:
      "新的金鑰會立即發布，並在十五分鐘後開始簽署，讓各應用程式有時間取得。目前的金鑰會繼續發布，直到它簽署的最後一份 ID 權杖過期為止。",
    underWay: "新的金鑰已經發布，將於 {time} 開始簽署。",
    rotate: "輪替金鑰",
    leak: "金鑰外洩",
    leakAbout:
      "立即撤回所有金鑰，並由新的金鑰開始簽署。仍記得舊金鑰的應用程式在重新取得金鑰之前，無法讓使用者登入，也會繼續信任外洩的金鑰。",
    withdraw: "撤回所有金鑰",
    notice: {
      saved: "已儲存你的變更。",
      rotated: "已產生新的金鑰。",
      withdrawn: "先前的金鑰已全部撤回，現在由新的金鑰簽署。",
    },
  },

  limits: {
    intro: "{site}的權杖與工作階段的有效期限。變更只適用於新的權杖與工作階段。",
    problem: "未儲存你的變更，請修正以下錯誤。",
    lifetimes: "有效期限",
    range: "允許範圍：{min} 至 {max}。",
    wrong: "請輸入 {min} 至 {max} 之間的整數。",
    amount: "數字",
    unit: "單位",
    units: { seconds: "秒", minutes: "分鐘", hours: "小時", days: "天" },
    accessTokenLifetime: {
      name: "存取權杖",
      about: "應用程式在每次要求中傳送，到期後會自行更新。",
    },
    refreshTokenLifetime: {
      name: "更新權杖",
      about: "應用程式超過這段時間沒有使用，就必須由成員重新授權。",
    },
    refreshTokenGrace: {
      name: "更新權杖寬限期",
      about:
        "應用程式沒有收到回覆，或同時更新兩次時，前一個更新權杖在這段時間內仍可使用。設為 0 時，重複使用會中斷應用程式的連線。",
    },
    authorizationCodeLifetime: {
      name: "授權碼",
      about: "使用者同意之後，應用程式必須在這段時間內取得權杖。",
    },
    authorizationRequestLifetime: {
      name: "授權要求",
      about: "使用者必須在這段時間內登入並同意。",
    },
    sessionLifetime: {
      name: "工作階段",
      about: "成員超過這段時間沒有活動，就必須重新登入。",
    },
    counts: "頻率限制",
    registrationsPerHour: {
      name: "每小時的應用程式登記次數",
      about: "同一網路每小時可以登記應用程式的次數。遭拒絕的嘗試另有同樣大小的限制。",
    },
    joining: "註冊",
    openSignUp: {
      name: "開放註冊",
      about: "任何人驗證電子郵件地址後，就能成為學員。關閉時，由工作人員在「人員」的「成員」中新增。",
    },
    passwordResets: "重設密碼",
    disconnectAppsOnPasswordReset: {
      name: "重設密碼時中斷應用程式的連結",
      about: "成員必須重新連結應用程式。關閉時，由成員在重設密碼時自行選擇。",
    },
    personalData: "個人資料",
    lecturersSeeEmail: {
      name: "講師可查看電子郵件地址",
      about: "講師和助教可以查看自己課程學員的電子郵件地址。關閉時只能看到姓名。",
    },
    mcpPseudonyms: {
      name: "對代理程式隱藏個人姓名",
      about: "代表工作人員操作的代理程式只會看到化名，看不到姓名、電子郵件地址和電話號碼。",
    },
  },
};
