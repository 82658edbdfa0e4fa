import type { enAdminSecurity } from "./en-admin-security.ts";

/** Security, in Traditional Chinese: keys and limits. */
export const zhTWAdminSecurity: typeof enAdminSecurity = {
  signing: {
    intro:
      "讓使用者在{site}登入的應用程式，可以取得一份經過簽署、說明使用者身分的憑證。應用程式以這裡發布的金鑰驗證憑證。",
    state: "簽署",
    off: { name: "關閉", about: "不簽署任何憑證，也不發布金鑰，探索文件中不會提及兩者。" },
    published: {
      name: "發布金鑰，但不簽署",
      about: "應用程式已經可以取得金鑰。這是開啟簽署之前，以及關閉簽署之後的步驟。",
    },
    on: { name: "開啟", about: "發布金鑰，而且每次登入都會發給身分憑證。" },
    keys: "金鑰",
    keysIntro: "每把金鑰都有自己的代碼。私鑰絕不會離開伺服器。",
    none: "目前沒有金鑰，需要時會自動產生第一把。",
    unpublished: "簽署已關閉：金鑰會保留，但不發布。",
    states: { next: "接著簽署", signing: "目前簽署", retiring: "曾經簽署" },
    since: "{moment} 起簽署",
    signed: "自 {moment} 起曾經簽署",
    from: "將於 {moment} 開始簽署",
    until: "發布至 {moment}",
    rotation: "新的金鑰",
    rotationAbout:
      "新的金鑰會立即發布，並在十五分鐘後開始簽署，讓各應用程式有時間取得。目前的金鑰會繼續發布，直到它簽署的最後一份憑證過期為止。",
    underWay: "新的金鑰已經發布，將於 {moment} 開始簽署。",
    rotate: "產生新的金鑰",
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
    intro: "在{site}發給的憑證能使用多久。先前已發給的，仍保有當時的期限。",
    problem: "尚未儲存，需要修改的地方標示於下方。",
    lifetimes: "有效期限",
    range: "可設為 {min} 至 {max}。",
    wrong: "請填寫整數，範圍是 {min} 至 {max}。",
    amount: "數字",
    unit: "單位",
    units: { seconds: "秒", minutes: "分鐘", hours: "小時", days: "天" },
    accessTokenLifetime: {
      name: "存取權杖",
      about: "應用程式每次要求時都要出示，到期後會自行更新。",
    },
    refreshTokenLifetime: {
      name: "更新權杖",
      about: "應用程式超過這段時間沒有使用，就必須重新徵求使用者同意。",
    },
    refreshTokenGrace: {
      name: "更新後的寬限",
      about:
        "應用程式沒有收到回覆，或同時更新兩次時，前一個更新權杖在這段時間內仍可使用。設為 0 時，重複使用會中斷應用程式的連線。",
    },
    authorizationCodeLifetime: {
      name: "授權碼",
      about: "使用者同意之後，應用程式必須在這段時間內取得權杖。",
    },
    authorizationRequestLifetime: {
      name: "等候中的要求",
      about: "使用者必須在這段時間內登入並同意。",
    },
    sessionLifetime: {
      name: "登入",
      about: "使用者超過這段時間沒有回來，就必須重新登入。",
    },
    counts: "頻率限制",
    registrationsPerHour: {
      name: "每小時的應用程式註冊次數",
      about: "同一網路上的應用程式每小時可以送出的註冊次數。遭拒絕的嘗試另有同樣大小的限制。",
    },
    joining: "誰可以加入",
    openSignUp: {
      name: "開放註冊",
      about: "任何人確認電子郵件地址後，就會以學員的身分成為成員。否則只有你新增的人才能加入。",
    },
    passwordResets: "重設密碼",
    disconnectAppsOnPasswordReset: {
      name: "重設密碼時中斷應用程式的連結",
      about: "成員必須重新連結應用程式。否則由成員在重設密碼的頁面上自行選擇。",
    },
    personalData: "個人資料",
    lecturersSeeEmail: {
      name: "講師可查看電子郵件地址",
      about: "講師和助教可以查看自己課程學員的電子郵件地址。否則只能看到姓名。",
    },
    mcpPseudonyms: {
      name: "對代理程式隱藏個人姓名",
      about: "代表教職員操作的代理程式只會看到化名，看不到姓名、電子郵件地址和電話號碼。",
    },
    developers: "開發者",
    memberExplorer: {
      name: "會員 API 測試頁",
      about: "成員可以在 /member/explorer 閱讀並試用會員 API。",
    },
  },
};
