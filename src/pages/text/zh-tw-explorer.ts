import type { enExplorer } from "./en-explorer.ts";

/** The same in Traditional Chinese. */
export const zhTWExplorer: typeof enExplorer = {
  title: "成員 API 瀏覽器",
  intro: "查看{site}的成員 API 能提供哪些資料，並以你自己的帳號試用。",
  kept: "登入與授權的方式和其他應用程式相同。取得的權限只存在這個頁面裡，登出後即失效。",
  signIn: "登入後開始",
  signOut: "登出",
  needsScript: "這個頁面需要指令碼：請開啟瀏覽器的指令碼功能，或以你自己的程式送出查詢。",
  failed: "登入沒有成功，請再試一次。",
};
