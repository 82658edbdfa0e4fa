import type { enAdminApiKeys } from "../en/admin-api-keys.ts";

/** API keys, in Traditional Chinese. */
export const zhTWAdminApiKeys: typeof enAdminApiKeys = {
  intro:
    "{site}的程式與系統以 API 金鑰使用營運者 API 與 MCP 伺服器。金鑰代表建立者操作，權限以所選項目為限，且建立者的角色必須仍具備該權限。",
  none: "目前沒有任何 API 金鑰。",
  add: "建立 API 金鑰",
  states: { active: "有效", expired: "已到期", revoked: "已撤銷" },
  of: "代表{person}",
  created: "建立於 {time}",
  expires: "到期時間 {time}",
  expired: "到期於 {time}",
  used: "上次使用 {time}，來自 {address}",
  unused: "尚未使用",
  permissions: "權限",
  revoke: "撤銷",
  revokeOf: "撤銷：{name}",
  notice: {
    revoked: "API 金鑰已撤銷。",
    repeated: "這個 API 金鑰先前已經建立：表單送出了兩次。金鑰無法再次顯示；如果你還沒有複製，請撤銷它並建立新的金鑰。",
  },

  form: {
    title: "建立 API 金鑰",
    name: "名稱",
    nameHint: "使用金鑰的程式，例如「每晚同步」。",
    expiry: "有效天數",
    expiryHint: "1 到 {days} 天。請在到期前建立新的金鑰並替換。",
    scopes: "權限",
    scopesHint: "只選擇程式需要的權限。",
    password: "你的密碼",
    passwordHint: "建立金鑰需要再次輸入密碼。",
    create: "建立 API 金鑰",
    cancel: "取消",
    problem: "金鑰未建立，請修正以下錯誤。",
    problems: {
      name: "請輸入 1 到 100 個可顯示的字元。",
      expiry: "請輸入 1 到 {days} 之間的整數。",
      scopes: "請至少選擇一項你的角色具備的權限。",
      password: "密碼不正確。",
    },
    limited: "嘗試次數過多，請稍後再試。",
    full: "這個網站的 API 金鑰已達上限，請先撤銷一個。",
  },

  secret: {
    title: "API 金鑰「{name}」",
    once: "請立即複製金鑰，之後不會再顯示。",
    intro: "請放在要求的 Authorization: Bearer 標頭。任何人取得金鑰都能使用其權限，請勿寫入原始碼。",
    label: "API 金鑰",
    until: "先前的金鑰在 {time} 前仍有效。",
    done: "前往 API 金鑰",
    example: "範例",
  },

  removal: {
    title: "要撤銷「{name}」嗎？",
    explanation: "使用這個金鑰的要求會立即遭到拒絕，且無法復原。",
    submit: "撤銷 API 金鑰",
  },
};
