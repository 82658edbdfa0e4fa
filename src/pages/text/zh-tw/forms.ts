import type { enForms } from "../en/forms.ts";

/** Forms that people fill in, in Traditional Chinese. */
export const zhTWForms: typeof enForms = {
  signIn: "這份表單僅供{site}的成員填寫。請先登入。",
  signInButton: "登入",
  signedInAs: "將以 {person} 的身分送出。",
  closed: "這份表單不再接受回覆。",
  required: "標示 {mark} 的題目必須填寫。",
  requiredWord: "必填",
  optional: "請選擇…",
  send: "送出",
  problem: "表單未送出，請修正以下錯誤。",
  empty: "表單未送出，請至少回答一題。",
  expired: "這個頁面已經失效，可能是因為你在其他分頁登入。請確認內容後再送出一次。",
  tooMany: "你的網路送出的次數過多，請等候 {wait}後再試。",
  wrong: {
    required: "請填寫這一題。",
    tick: "請勾選才能繼續。",
    choose: "請選擇一項。",
    tooLong: "最多 {max} 個字。",
    email: "請輸入電子郵件地址，例如 ana@school.example。",
    phone: "請輸入電話號碼，例如 +886 2 2345 6789。",
    number: "請輸入數字，例如 12 或 3.5。",
    date: "請填寫日期，例如 2026-03-31。",
    choice: "請從這裡的選項中選擇。",
    file: "圖片已損毀或過大，或是無法安全處理的 SVG。請選擇其他檔案。",
    tooLarge: "所有檔案合計最多 {max} MB。",
    again: "請重新選擇檔案，瀏覽器不會保留它。",
    other: "這個值無效。",
  },
  thanks: { title: "謝謝你", about: "已收到你對「{form}」的回覆。", home: "前往首頁" },
};
