import type { enSecurity } from "../en/security.ts";

/** Second factors in Traditional Chinese. */
export const zhTWSecurity: typeof enSecurity = {
  passkey: {
    use: "使用通行密鑰登入",
    confirm: "使用通行密鑰",
    failed: "沒有成功。請再試一次，或改用其他方式。",
    refused: "無法接受這個通行密鑰。請再試一次，或改用其他方式。",
    or: "或",
  },

  secondStep: {
    title: "請確認是你本人",
    lead: "再完成一個步驟，保護你在{site}的帳號。",
    code: "驗證器應用程式中的驗證碼",
    codeHint: "開啟手機上的應用程式，輸入它為{site}顯示的六位數字。",
    submit: "繼續",
    recovery: "使用復原碼",
    recoveryCode: "復原碼",
    recoveryHint: "設定第二驗證方式時你所保存的其中一組代碼。每組只能使用一次。",
    recoverySubmit: "以復原碼繼續",
    lost: "手機、通行密鑰與復原碼都沒有了嗎？{site}的管理人員可以協助你。",
    again: "重新開始",
    problem: {
      wrong_code: "驗證碼不正確。請輸入最新的驗證碼：每組只能使用一次，半分鐘內有效。",
      too_many: "錯誤的驗證碼過多，請等候 {wait}後再試。",
    },
  },

  entry: "登入保護",
  entryLink: "通行密鑰與驗證器應用程式",
  states: {
    none: "目前只有密碼保護你的帳號。",
    some: "只有密碼無法登入你的帳號。",
    notOffered: "學校沒有為你的角色提供通行密鑰與驗證器應用程式。",
  },

  page: {
    title: "登入保護",
    lead: "除了密碼之外，你也可以用通行密鑰登入，或在每次登入時以手機上的驗證碼確認。這樣一來，密碼即使遭竊也沒有用處。",
    back: "返回你的帳號",
    passkeys: "通行密鑰",
    passkeysIntro: "以指紋、臉部或裝置的密碼登入。通行密鑰只能在這個網站使用，冒充的網站無法騙取。",
    noPasskeys: "你沒有通行密鑰。",
    addPasskey: "新增通行密鑰",
    unsupported: "通行密鑰需要安全連線的網址，這個網站沒有。",
    synced: "由你的各個裝置共用",
    bound: "只在一個裝置上",
    added: "新增於 {time}",
    used: "上次使用於 {time}",
    unused: "尚未使用",
    rename: "重新命名",
    renameOf: "重新命名：{name}",
    remove: "移除",
    removeOf: "移除：{name}",
    app: "驗證器應用程式",
    appIntro: "手機上的應用程式每 30 秒顯示一組新的驗證碼，在輸入密碼之後使用。",
    appOn: "已啟用。",
    setUpApp: "設定驗證器應用程式",
    removeApp: "移除應用程式",
    codes: "復原碼",
    codesLeft: "你還有 {count} 組復原碼尚未使用。",
    codesNone: "你的復原碼已全部用完。請建立新的復原碼，以便在遺失手機時仍能登入。",
    newCodes: "建立新的復原碼",
    notice: {
      passkey_added: "已新增通行密鑰。",
      passkey_renamed: "已重新命名通行密鑰。",
      passkey_removed: "已移除通行密鑰。請一併在你的裝置上刪除。",
      app_removed: "已移除驗證器應用程式。請一併刪除應用程式中的項目。",
    },
  },

  add: {
    title: "新增通行密鑰",
    lead: "請取一個能讓你認出裝置的名稱。接著瀏覽器會要求你的指紋、臉部或裝置密碼。",
    name: "名稱",
    submit: "建立通行密鑰",
    noScript: "你的瀏覽器不提供通行密鑰，或已關閉指令碼。你可以改為設定驗證器應用程式。",
    refused: "無法新增通行密鑰。請再試一次：你的裝置可能已經有這個通行密鑰。",
    badName: "請輸入最多 60 個字元的名稱。",
  },

  rename: {
    title: "重新命名通行密鑰",
    submit: "儲存",
  },

  removing: {
    passkey: "要移除通行密鑰「{name}」嗎？",
    app: "要移除驗證器應用程式嗎？",
    lead: "之後將無法再以它登入。",
    last: "這是你最後一個第二驗證方式。移除之後，只要密碼就能登入，復原碼也會失效。",
    lastRequired: "這是你最後一個第二驗證方式。你的角色需要一種，因此接著會請你設定另一種。",
    submit: "移除",
    back: "保留",
  },

  app: {
    title: "設定驗證器應用程式",
    scan: "請以手機上的驗證器應用程式掃描這個條碼，例如手機內建的密碼管理工具。",
    picture: "驗證器應用程式的條碼",
    byHand: "無法掃描？請在應用程式中輸入這組金鑰：",
    enter: "接著輸入應用程式顯示的驗證碼。",
    code: "應用程式中的驗證碼",
    submit: "啟用",
    wrong: "驗證碼不符。請確認手機的時間正確，並輸入最新的驗證碼。",
    already: "已經設定了驗證器應用程式。請先移除，再設定另一個。",
    ended: "這個頁面已經失效，請掃描新的條碼。",
  },

  required: {
    title: "保護你的帳號",
    lead: "你在{site}的角色需要第二驗證方式，這樣密碼即使遭竊也沒有用處。請設定一種以繼續。",
    kept: "你輸入的內容已保留，完成之後會再次顯示。",
    leave: "登出",
  },

  codes: {
    title: "你的復原碼",
    lead: "請立即保存這些復原碼：它們只會顯示這一次。遺失手機或通行密鑰時，每組可讓你登入一次。",
    where: "請列印出來，或存放在密碼管理工具中，不要只放在可能遺失的手機裡。",
    copy: "複製復原碼",
    copied: "已複製",
    done: "我已經保存",
    replaceTitle: "要建立新的復原碼嗎？",
    replaceLead: "目前的復原碼將會失效。",
    replaceSubmit: "建立新的復原碼",
  },

  confirm: {
    title: "請確認是你本人",
    lead: "你即將進行重要的操作，請確認你的身分。十分鐘內不會再次詢問。",
    kept: "你輸入的內容已保留，確認之後會再次顯示。",
    password: "密碼",
    code: "驗證器應用程式中的驗證碼，或一組復原碼",
    submit: "確認",
    back: "取消",
    noPassword: "你的帳號沒有密碼。請先登出再重新登入：重新登入後十分鐘內不會再次詢問。",
    withProvider: "使用{provider}確認",
    atProvider: "即使你已登入該服務，也必須在那裡重新登入。",
    wrongPassword: "密碼不正確，請檢查後再試一次。",
  },
};
