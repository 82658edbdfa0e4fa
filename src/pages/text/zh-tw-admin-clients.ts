import type { enAdminClients } from "./en-admin-clients.ts";

/** Developers, in Traditional Chinese: the applications that the site has not registered itself. */
export const zhTWAdminClients: typeof enAdminClients = {
  integrations: {
    intro:
      "系統已知名稱與網址的其他公司平台。啟用後，在{site}有任何角色的人都可以連結它，而且授予它的權限不會超過自己角色所擁有的。",
    none: "系統目前沒有已知的平台，伺服器管理人員可以透過命令列新增。",
    on: "已啟用",
    off: "未啟用",
    switchOn: "啟用",
    switchOnOf: "啟用：{name}",
    switchOff: "停用",
    switchOffOf: "停用：{name}",
    everything: "可以要求工作人員所能授予的一切權限。",
    some: "可以要求 {count} 項權限。",
    particulars: "平台資料與可要求的權限",
    goesBy: "使用的名稱",
    callbacks: "將使用者帶往",
    mayAsk: "可以要求",
    notice: {
      enabled: "已啟用「{name}」，從現在起可以連結。",
      disabled: "已停用「{name}」：不再發給它任何權杖，既有的權杖也會遭到拒絕。",
    },
  },

  documents: {
    intro:
      "有些應用程式不在任何地方登記，而是以網路上的一份文件說明自己，文件的網址就是它的用戶端代碼。你可以在這裡決定{site}接受哪些主機的文件，以及每個應用程式可以做什麼。",
    welcome: "接受哪些文件",
    hosts: "主機",
    hostsHint:
      "每行一個，與文件網址中的主機相同，例如 {example}；連接埠不是 443 時也要填寫。不包含子網域。移除某個主機後，該主機的應用程式及其所有權杖會立即遭到拒絕，直到重新加入為止。",
    open: "開放登記",
    openHint:
      "接受任何主機的文件。尚未經你審核的應用程式可以得知使用者的身分，並在使用者的角色允許時查看學校資料，但無法變更任何內容。",
    closed: "目前沒有填寫任何主機，也未開放登記：這類應用程式一律遭到拒絕。",
    problem: "尚未儲存，需要修改的地方標示於下方。",
    problems: {
      syntax: "第 {line} 行不是主機名稱。請寫成 {example} 的形式，不含路徑。",
      too_many: "最多填寫 200 個主機。",
    },
    seen: "來過這裡的應用程式",
    filters: { all: "全部", unreviewed: "未審核", reviewed: "已審核", blocked: "已封鎖" },
    none: "這裡沒有應用程式。",
    state: {
      unreviewed: "未審核",
      approved: "已核准",
      limited: "有限制",
      member: "成員應用程式",
      blocked: "已封鎖",
    },
    about: {
      unreviewed: "它可以得知使用者的身分，並在使用者的角色允許時查看學校資料，但無法變更任何內容。",
      approved: "工作人員可以授予它自己角色所擁有的一切權限。",
      limited: "工作人員可以授予它你所勾選的權限，但以自己角色所擁有的為限。",
      member: "任何成員都可以將它連結到自己的帳號。它看不到學校的其他資料。",
      blocked: "它和它所有的權杖在任何地方都會遭到拒絕。",
    },
    notAccepted: "目前不接受它的主機：它和它所有的權杖都會遭到拒絕。",
    connected: "{count} 人已連結",
    firstSeen: "{moment} 首次出現",
    show: {
      document: "說明文件（用戶端代碼）",
      readAt: "{moment} 讀取",
      redirects: "將使用者帶往",
      loopback: "這些網址都在使用者自己的電腦上，那裡的任何程式都可以自稱「{name}」。",
      state: "狀態",
      reviewed: "{moment} 由{member}決定",
      reviewedByCommand: "{moment} 透過命令列決定",
      blockedSince: "{moment} 封鎖",
      members: "已連結的成員",
      mayHold: "可以授予的權限",
      everything: "工作人員自己角色所擁有的一切權限。",
      allowed: "使用者目前授予的權限",
      nothingAllowed: "沒有人連結它，或所有人都已撤銷。",
      decide: "決定",
      decideIntro: "你的決定只適用於它目前將使用者帶往的網址。若文件改列其他網址，它會回到未審核的狀態。",
    },
    decisions: {
      approved: "核准",
      limited: "限制權限",
      member: "視為成員應用程式",
      forget: "收回審核",
      block: "封鎖",
      unblock: "解除封鎖",
    },
    review: {
      approvedTitle: "要核准「{name}」嗎？",
      approvedAbout:
        "核准後，使用者可以授予它自己在{site}的角色所擁有的一切權限，包括變更學校資料。請只核准你能如此信任的應用程式。",
      limitedTitle: "限制「{name}」的權限",
      limitedAbout: "請勾選使用者可以授予它的權限。沒有勾選的會在它下一次要求時失效。",
      memberTitle: "將「{name}」視為成員應用程式",
      memberAbout: "在{site}有任何角色的人，包括學員，都可以將它連結到自己的帳號。它在學校中原有的權限會全部失去。",
      ends: "目前已連結的人（{count}）必須重新授權。",
      scopes: "可以授予的權限",
      none: "請至少勾選一項。",
      cancel: "取消",
    },
    blocking: {
      title: "要封鎖「{name}」嗎？",
      about: "它會在下一次要求時遭到拒絕，它所有的權杖也一樣。使用者授予的權限會保留，解除封鎖後再次生效。",
      cancel: "不要封鎖",
    },
    forgetting: {
      title: "要收回對「{name}」的審核嗎？",
      about:
        "在重新審核之前，它可以得知使用者的身分，並在使用者的角色允許時查看學校資料。除此之外的權限會在它下一次要求時失效。",
      cancel: "保留審核",
    },
    notice: {
      saved: "已儲存你的變更。",
      reviewed: "你的決定已生效。",
      forgotten: "已收回審核。",
      blocked: "已封鎖這個應用程式，它的權杖全部失效。",
      unblocked: "已解除封鎖這個應用程式。",
      changed: "這個應用程式在這段期間有所變更，因此沒有做出任何決定。請檢查它目前的狀態。",
    },
  },

  registered: {
    intro: "使用者電腦上的程式在第一次連結時自行登記，沒有人查核過它們的名稱。從未獲得允許的程式會在 90 天後刪除。",
    none: "尚無程式自行登記。",
    id: "用戶端代碼 {id}",
    since: "{moment} 登記",
    members: "{count} 人已連結",
    lastUsed: "上次使用：{moment}",
    neverUsed: "尚未使用",
    remove: "刪除",
    removeOf: "刪除：{name}，{id}",
    deleted: "已刪除這個應用程式，它的權杖全部失效。",
  },
};
