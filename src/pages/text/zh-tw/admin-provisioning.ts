import type { enAdminProvisioning } from "../en/admin-provisioning.ts";

/** Keys of directories that provision members, in Traditional Chinese. */
export const zhTWAdminProvisioning: typeof enAdminProvisioning = {
  intro:
    "組織的目錄服務（例如 Microsoft Entra ID 或 Okta）會在{site}新增成員、更新姓名，並在人員離開時停權。每個目錄服務各有一把金鑰。",
  none: "目前沒有連接任何目錄服務。",
  ownersOnly: "只有學校的擁有者可以變更。",
  add: "連接目錄服務",
  address: "SCIM 網址",
  addressHint: "請在目錄服務中輸入這個網址，也稱為基底網址或租用戶網址。",
  states: { active: "有效", revoked: "已撤銷" },
  by: "由{person}建立於 {time}",
  used: "上次使用 {time}，來自 {address}",
  unused: "尚未使用",
  settings: "設定",
  settingsOf: "設定：{name}",
  repeated: "這把金鑰先前已經建立：表單送出了兩次。金鑰無法再次顯示；如果你還沒有複製，請更換金鑰。",
  revoked: "金鑰已撤銷。",

  name: "名稱",
  nameHint: "這是誰的目錄服務，例如「海港公司的目錄」。",
  domains: "電子郵件網域",
  domainsHint:
    "每行一個。目錄服務只能使用這些網域的地址，並同時管理原本就使用這類地址的成員。留空：可使用任何地址，但只管理它自己新增的成員。",
  roles: "目錄服務可以授予的角色",
  rolesHint: "來自目錄服務的人都是學員。目錄服務不能新增擁有者。",
  groupOf: {
    manager: "管理員群組",
    lecturer: "講師群組",
    teaching_assistant: "助教群組",
  },
  groupHint: "目錄服務中的群組名稱，群組成員會取得這個角色。留空：沒有。",
  password: "你的密碼",
  passwordHint: "用來確認是你本人。",
  recent: "儲存變更之前，你需要先確認你的身分。",
  create: "建立金鑰",
  cancel: "取消",
  wrong: {
    summary: "尚未儲存，請修正以下錯誤。",
    name: "請輸入 1 到 100 個可顯示的字元。",
    domains: "請輸入網域，每行一個，最多 50 個。",
    groups: "名稱最多 200 個字元。",
    password: "密碼不正確。",
    limited: "嘗試次數過多，請稍後再試。",
    full: "學校的金鑰數量已達上限，請先撤銷一把。",
    replaced: "金鑰先前已經更換，無法再次顯示。",
  },

  replace: "更換金鑰",
  replaceHint: "目前的金鑰會立即失效。請在目錄服務中輸入新的金鑰；成員與群組仍保持連接。",
  revoke: "撤銷金鑰",
  revokeHint: "目錄服務的要求會立即遭到拒絕。成員與群組維持現狀，且無法復原。",

  secret: {
    title: "「{name}」的金鑰",
    once: "請立即複製金鑰，之後不會再顯示。",
    intro: "請在目錄服務中輸入這把金鑰作為密鑰。任何人取得金鑰都能新增、修改及停權成員。",
    label: "金鑰",
    until: "先前的金鑰在 {time} 前仍有效。",
    done: "前往設定",
  },
};
