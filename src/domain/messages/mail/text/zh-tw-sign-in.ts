import type { EmailText } from "./email-text.ts";
import type { enSignInMail } from "./en-sign-in.ts";

/** Texts of emails about ways to sign in. */
export const zhTWSignInMail: Record<keyof typeof enSignInMail, EmailText> = {
  signInCode: {
    subject: "登入{site}",
    before: [
      "有人（應該就是你）想用這個電子郵件地址登入{site}。請在要求驗證碼的頁面輸入這六個數字：",
      "{digits}",
      "也可以在同一個瀏覽器開啟這個連結：",
    ],
    action: "登入",
    after: [
      "驗證碼和連結在 15 分鐘內有效，只能使用一次，而且只能在你要求的瀏覽器使用。",
      "請勿告訴任何人，{site}不會有人向你索取。如果不是你本人，請忽略這封信。",
    ],
  },
  factorAdded: {
    subject: "你在{site}新增了登入方式",
    before: ["你在{site}的帳號新增了通行密鑰或驗證器應用程式。今後只輸入密碼無法登入。"],
    action: "查看你的登入保護",
    after: ["如果不是你本人，請在該頁面移除，並設定新密碼。"],
  },
  factorRemoved: {
    subject: "你在{site}移除了登入方式",
    before: ["你在{site}的帳號移除了通行密鑰或驗證器應用程式。"],
    action: "查看你的登入保護",
    after: ["如果不是你本人，請在帳號頁面登出所有其他裝置，並設定新密碼。"],
  },
  factorsRemovedByStaff: {
    subject: "你在{site}的第二驗證方式已移除",
    before: ["{site}的管理人員移除了你的通行密鑰與驗證器應用程式，並將你登出。你可以用密碼登入，再重新設定。"],
    action: "查看你的登入保護",
    after: ["如果不是你要求的，請聯絡{site}的管理人員。"],
  },
  newDevice: {
    subject: "有新的瀏覽器登入{site}",
    before: ["你在{site}的帳號，在一個先前沒有用過的瀏覽器登入。"],
    message: "裝置：{message}",
    action: "查看登入中的裝置",
    after: ["如果是你本人，不需要做任何事。如果不是，請在該頁面登出所有其他裝置，並設定新密碼。"],
  },
  passkeyCopied: {
    subject: "你在{site}的通行密鑰可能遭到複製",
    before: ["{site}拒絕了一次登入：使用你的通行密鑰的方式，顯示可能有另一份複本。"],
    action: "查看你的通行密鑰",
    after: ["請移除最近使用的通行密鑰，再新增一個。如果你只是從備份還原裝置，也請這麼做：它已經無法使用。"],
  },
};
