import type { enExplorer } from "./en-explorer.ts";

/** The same in Traditional Chinese. */
export const zhTWExplorer: typeof enExplorer = {
  title: "成員 API 瀏覽器",
  intro: "查看{site}的成員 API 能提供哪些資料，並以你自己的帳號試用。",
  kept: "登入與授權的方式和其他應用程式相同。取得的權限只存在這個頁面裡，登出後即失效。",
  signIn: "登入後開始",
  signOut: "登出",
  needsScript: "這個頁面需要 JavaScript。請啟用 JavaScript，或以你自己的程式將查詢送至 /member/graphql。",
  failed: "登入失敗，請再試一次。",
};
