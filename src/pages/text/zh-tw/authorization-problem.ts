import type { Catalogue } from "#pages/text/catalogue-type.ts";

export const zhTWAuthorizationProblem: Catalogue["authorizationProblem"] = {
  unknownClient: "應用程式",
  returnTo: "返回 {host}",
  account: "查看已連結的應用程式",
  home: "前往{site}",
  kinds: {
    expired: {
      title: "這個登入連結已過期",
      lead: "{client}的要求等候過久，已經失效。",
      more: "請返回{client}，從那裡重新登入。",
    },
    approved: {
      title: "你已允許這項要求",
      lead: "你已允許{client}使用你的帳號，我們也已通知它。",
      more: "你可以關閉這個頁面。若{client}仍要求你登入，請從那裡重新開始。你隨時可以在帳號頁面撤銷它的存取權。",
    },
    denied: {
      title: "你已拒絕這項要求",
      lead: "你已拒絕{client}，我們也已通知它。",
      more: "你可以關閉這個頁面。若你改變主意，請返回{client}，從那裡重新登入。",
    },
    answered: {
      title: "這項要求已經處理完畢",
      lead: "{site}已將結果傳送給{client}。",
      more: "你可以關閉這個頁面。若{client}仍要求你登入，請從那裡重新開始。",
    },
    other_browser: {
      title: "請使用你開始登入時的瀏覽器",
      lead: "這次登入是在另一個瀏覽器開始的，或這個瀏覽器已經沒有{site}的 Cookie。",
      more: "若你是在這個瀏覽器開始的，請允許{site}使用 Cookie，再返回應用程式重新登入。無痕視窗和嚴格的隱私設定可能會刪除 Cookie。",
    },
    client_removed: {
      title: "這個應用程式已無法使用",
      lead: "在你開始登入之後，{site}移除或封鎖了{client}。",
      more: "它無法使用你的帳號。若你需要它，請聯絡{site}。",
    },
    redirect_removed: {
      title: "這個應用程式已變更",
      lead: "在你開始登入之後，{client}的設定已變更。",
      more: "請返回{client}，從那裡重新登入。若仍然無法登入，請聯絡{site}。",
    },
    unknown: {
      title: "這個登入連結無效",
      lead: "這個網址不完整，或不屬於{site}的任何一次登入。",
      more: "請返回應用程式，從那裡重新登入。",
    },
  },
};
