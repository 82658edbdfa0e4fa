import { zhTWScopes } from "#access/zh-tw-scopes.ts";
import { zhTWAuthorization } from "./zh-tw/authorization.ts";
import type { en } from "./en.ts";
import { zhTWAdmin } from "./zh-tw/admin.ts";
import { zhTWAuthorizationProblem } from "./zh-tw/authorization-problem.ts";
import { zhTWSignInCodes } from "./zh-tw/sign-in-codes.ts";
import { zhTWSignUp } from "./zh-tw/sign-up.ts";
import { zhTWDiscussion } from "./zh-tw/discussion.ts";
import { zhTWDocs } from "./zh-tw/docs.ts";
import { zhTWCompletion } from "./zh-tw/completion.ts";
import { zhTWLearn } from "./zh-tw/learn.ts";
import { zhTWMyEvents } from "./zh-tw/my-events.ts";
import { zhTWVouchers } from "./zh-tw/vouchers.ts";
import { zhTWNotes } from "./zh-tw/notes.ts";
import { zhTWOffline } from "./zh-tw/offline.ts";
import { zhTWNotifications } from "./zh-tw/notifications.ts";
import { zhTWPrivacy } from "./zh-tw/privacy.ts";
import { zhTWProfile } from "./zh-tw/profile.ts";
import { zhTWProviders } from "./zh-tw/providers.ts";
import { zhTWPublic } from "./zh-tw/public.ts";
import { zhTWSecurity } from "./zh-tw/security.ts";
import { zhTWReviews } from "./zh-tw/reviews.ts";
import { zhTWWork } from "./zh-tw/work.ts";

/** All text of the pages in Traditional Chinese as it is written in Taiwan. */
export const zhTW: typeof en = {
  frame: {
    skip: "跳至主要內容",
    account: "你的帳號",
    signOut: "登出",
    problemTitle: "發生問題：{title}",
    title: "{page}｜{site}",
    address: "你目前位於 {host}",
    product: "由 Lectern 提供服務",
    pagesOf: "分頁：{list}",
    nextPage: "下一頁",
    firstPage: "第一頁",
    viewing: "你正以 {name} 的身分查看學校，無法變更任何內容，將於 {time} 結束。",
    endView: "結束查看",
    language: "語言",
    theme: "佈景主題",
    themes: { light: "淺色", dark: "深色", device: "與裝置相同" },
    preferences: "語言與佈景主題",
  },

  public: zhTWPublic,

  reviews: zhTWReviews,

  discussion: zhTWDiscussion,

  signIn: {
    title: "登入",
    either: "登入或建立帳號",
    eitherAt: "你需要在 {site} 的帳號。完成後會回到你選擇的項目。",
    eitherTakes: "你需要在 {site} 的帳號。登入後就會立即取得你選擇的項目。",
    toSite: "請使用你在{site}的帳號。",
    toClient: "「{client}」要求你先登入。密碼只會交給{site}，應用程式無從得知。",
    again: "請再輸入一次密碼，確認是你本人。",
    waiting: "這部裝置保留了離線時寫下的筆記。作者在七天內登入，筆記就會儲存。",
    email: "電子郵件地址",
    password: "密碼",
    submit: "登入",
    forgotten: "忘記密碼了嗎？{site}的管理人員可以為你重設密碼。",
    problem: {
      wrong_credentials: "電子郵件地址與密碼不相符，請檢查後再試一次。",
      too_many: "嘗試登入的次數過多，請等候 {wait}後再試。",
      signed_out_meanwhile: "你在這段期間已被登出，請重新登入以繼續。",
      other_account: "應用程式要求使用的帳號，與你目前登入的帳號不同。",
      session_expired: "這個頁面已經失效。請重新登入以繼續。",
      passkey_refused: "無法接受這個通行密鑰。請再試一次，或改用密碼。",
      not_saved: "登入狀態已經結束，內容尚未儲存。請在 30 分鐘內重新登入，即可取回剛才輸入的內容。",
    },
  },

  security: zhTWSecurity,
  providers: zhTWProviders,

  signInCodes: zhTWSignInCodes,

  signUp: zhTWSignUp,

  learn: zhTWLearn,
  myEvents: zhTWMyEvents,
  vouchers: zhTWVouchers,

  completion: zhTWCompletion,

  work: zhTWWork,

  notes: zhTWNotes,

  offline: zhTWOffline,

  docs: zhTWDocs,

  consent: {
    title: "要允許「{client}」嗎？",
    heading: "要允許「{client}」使用你在{site}的帳號嗎？",
    warning: {
      unreviewed: "{site}尚未審核這個應用程式。",
      unreviewedDetail:
        "它自稱「{client}」，並會將你帶往 {host}。只有在你認得這個網址，且是你自己發起這項要求時，才按下允許。",
      imitates: "名稱並不能證明它就是「{program}」。",
      onDevice: "這是在你自己電腦上執行的程式。",
      onDeviceDetail: "任何程式都可以自稱「{client}」。只有在你剛剛親自啟動它時，才按下允許。",
    },
    application: "應用程式",
    registered: {
      loopback: "由程式以這個名稱自行登記，名稱未經驗證。",
      member: "由{site}為成員登記的應用程式。",
      operator: "由{site}為工作人員登記的應用程式。",
      metadata_document: "名稱取自 {host} 上的中繼資料文件。",
      metadata_document_elsewhere: "名稱取自它公開的中繼資料文件。",
      explorer: "{site}的頁面，可用來試用 API。",
      integration: "{site}已啟用的整合服務。",
    },
    agent: "AI 代理程式：以你的名義使用{site}的工具，並自行決定如何使用。",
    notice: {
      other_member: "你現在以 {member} 的身分登入。請確認以下要求，再重新回覆。",
      stale_form: "這個頁面已過時，因此未採用你的回覆。請確認以下要求，再重新回覆。",
    },
    you: "你",
    switch: "不是你嗎？改用其他帳號",
    destination: "將帶你前往",
    thisComputer: "這部電腦上的程式，{host}",
    thisApp: "這部裝置上的應用程式，{host}",
    permissions: "允許後，它可以",
    identity: "你的身分",
    member: "你自己的帳號",
    see: "查看學校資料",
    change: "變更學校資料",
    changeDetail: "以你的名義進行，會影響所有學員與工作人員。",
    refused: "它不會取得",
    password: "你的密碼",
    nothingElse: "以上未列出的任何權限",
    unavailable: "它另外要求了下列權限，但你在{site}的角色無法授予：",
    undo: "撤銷授權",
    undoDetail: "你隨時可以到帳號頁面 {address} 的「已連結的應用程式」撤銷這項授權，撤銷後立即生效。",
    allow: "允許",
    deny: "拒絕",
  },

  authorizationProblem: zhTWAuthorizationProblem,

  account: {
    profile: zhTWProfile,
    timeZone: {
      title: "時區",
      change: "變更時區",
      label: "你的時區",
      ofSchool: "與學校相同：{zone}",
      hint: "課程、活動與電子郵件中的時間會以這個時區顯示。",
      save: "儲存",
      device: "使用這台裝置的時區：{zone}",
    },
    title: "你的帳號",
    contents: "本頁內容",
    email: "電子郵件",
    roles: "在這裡的角色",
    noRoles: "你目前在{site}沒有任何角色。",
    unread: "{count} 則未讀",
    noUnread: "沒有未讀通知",
    applications: "已連結的應用程式",
    applicationsIntro: "在你撤銷授權之前，下列應用程式可以使用你的帳號。",
    noApplications: "目前沒有應用程式可以使用你的帳號。經你允許的應用程式會顯示在這裡。",
    since: "{time} 授權",
    lastUsed: "上次使用：{time}",
    neverUsed: "尚未使用",
    takesYouTo: "將你帶往 {host}",
    thisComputer: "你電腦上的程式",
    blocked: "{site}的管理人員已封鎖這個應用程式，它無法存取你的帳號。",
    powerless: "目前沒有存取權：你現有的角色已不包含你授予的權限。",
    permissions: "權限（{count}）",
    revoke: "撤銷",
    revokeOf: "撤銷：{name}",
    sessions: "登入中的裝置",
    sessionsIntro: "如果有你不認得的裝置，請將它登出並變更密碼。",
    current: "目前的瀏覽器",
    address: "IP 位址 {address}",
    signedIn: "{time} 登入",
    lastSeen: "上次活動：{time}",
    end: "登出",
    endOf: "登出：{device}，{address}",
    endOthers: "登出所有其他裝置",
    noOthers: "你沒有在其他地方登入。",
    notice: {
      application_revoked: "該應用程式已無法再使用你的帳號。",
      session_ended: "已登出該裝置。",
      others_signed_out: "現在只有這個瀏覽器保持登入。",
      password_changed: "密碼已經變更，其他瀏覽器均已登出。",
      profile_saved: "個人資料已更新。",
      picture_removed: "大頭照已移除。",
      time_zone_saved: "時區已儲存。",
    },
  },

  notifications: zhTWNotifications,

  privacy: zhTWPrivacy,

  error: {
    heading: {
      authorize: "應用程式的要求無效",
      400: "要求無效",
      401: "請先登入",
      403: "沒有存取權限",
      404: "找不到這個頁面",
      405: "不支援此類要求",
      413: "內容過長",
      429: "要求次數過多",
      500: "發生錯誤",
      503: "目前無法提供服務",
    },
    explanation: {
      authorize: "某個應用程式將你帶到{site}，但它的要求無效。我們沒有將你的任何資料傳送給該應用程式。",
      400: "{site}無法處理你的瀏覽器送出的內容。沒有任何資料遭到變更。請返回上一頁，檢查輸入的內容後再試一次。",
      401: "你尚未登入，或登入已經失效。沒有任何資料遭到變更。",
      403: "你無法查看這個頁面或執行這項操作。沒有任何資料遭到變更。",
      404: "網址可能輸入有誤，或頁面已經移動。",
      405: "這個頁面存在，但不接受此類要求。沒有任何資料遭到變更。",
      413: "送出的內容超過一份表單的上限。沒有任何資料遭到變更。請返回上一頁，縮短文字或改選較小的檔案後再試一次。",
      429: "短時間內的要求過多。請稍候片刻再試。",
      500: "這是伺服器端的錯誤，請稍後再試一次。",
      503: "{site}暫時無法回應。請稍後再試一次。",
    },
    person: "你可以這麼做",
    personAdvice: "回到該應用程式，從頭再試一次。若仍然失敗，請告知應用程式的開發者，並讓他們看這個頁面。",
    reportAdvice: "若再次發生，請聯絡{site}的管理人員，並提供這項要求的編號。",
    developer: "給開發人員",
    code: "錯誤代碼",
    requestId: "要求編號",
    home: "前往{site}首頁",
  },

  reference: {
    title: "錯誤代碼與處理方式",
    intro: "{site}的 OAuth 與 API 端點會回覆的每一種錯誤，以及其含義與修正方式。說明內容以英文撰寫。",
    group: { oauth: "授權與權杖", registration: "用戶端登記", resource: "使用存取權杖的要求", operator: "營運者 API" },
    meaning: "錯誤說明",
    fix: "如何修正",
    specification: "規範",
    answered: "回應",
    all: "所有錯誤",
  },

  authorization: zhTWAuthorization,

  signedOut: {
    title: "你已登出",
    detail: "先前允許的應用程式仍保有權限，你可以在帳號頁面撤銷。",
    again: "重新登入",
    back: "返回「{client}」",
    elsewhere: "同時登出 {provider}",
  },

  admin: zhTWAdmin,

  roles: {
    owner: "擁有者",
    manager: "管理員",
    lecturer: "講師",
    teaching_assistant: "助教",
    student: "學員",
  },

  rights: {
    owner: "可以進行所有操作，包括收款、設定，以及給予任何角色。",
    manager: "經營學校：課程、成員、訂單與設定。無法變更擁有者或款項的去向。",
    lecturer: "編寫並批改自己教授的課程，並查看其中的學員。看不到訂單。",
    teaching_assistant: "查看自己協助的課程與學員，並回覆提問，不能變更其他內容。",
    student: "學習課程，只看得到自己的課程與購買紀錄。",
  },

  scopes: zhTWScopes,
};
