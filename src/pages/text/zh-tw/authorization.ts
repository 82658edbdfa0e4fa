import type { enAuthorization } from "../en/authorization.ts";

/** The same in Traditional Chinese. */
export const zhTWAuthorization: typeof enAuthorization = {
  formPost: {
    title: "返回 {host}",
    lead: "如果沒有自動跳轉，請按「繼續」。",
    submit: "繼續",
  },

  selectAccount: {
    title: "選擇帳號",
    lead: "你要以哪個帳號使用「{client}」？",
    proceed: "以 {name} 的身分繼續",
    other: "使用其他帳號",
  },

  logout: {
    title: "要登出{site}嗎？",
    byClient: "「{client}」要求將你登出。你目前以 {account} 的身分登入。",
    withoutClient: "你目前以 {account} 的身分登入。",
    detail: "只會登出這個瀏覽器。你先前允許的應用程式仍保有權限。",
    submit: "登出",
    stay: "保持登入",
  },
};
