import type { enSignInCodes } from "../en/sign-in-codes.ts";

/** The same in Traditional Chinese. */
export const zhTWSignInCodes: typeof enSignInCodes = {
  send: "寄登入驗證碼給我",
  noAddress: "請輸入你的電子郵件地址。",
  lead: "我們會寄六個數字給你，不需要密碼。",
  usePassword: "改用密碼登入",
  useCode: "改以電子郵件驗證碼登入",
  enter: {
    title: "請查看你的信箱",
    lead: "如果 {email} 可以登入{site}，我們已經寄信過去。請輸入信中的六個數字，或在這個瀏覽器開啟信中的連結。",
    digits: "六個數字",
    submit: "登入",
    none: "幾分鐘後仍未收到信嗎？請檢查垃圾郵件匣，並確認地址正確。",
    again: "重新寄送",
    sentAgain: "如果這個地址可以登入，新的信已經寄出。只有最新的一封有效。",
    back: "改用其他地址或登入方式",
  },
  problem: {
    incomplete: "請輸入信中的六個數字。",
    wrong: "數字不正確，請與最新的一封信核對後再試一次。",
    spent: "輸入錯誤的次數過多。請在這個瀏覽器開啟信中的連結，或重新寄送。",
    link_only: "因為輸入錯誤的次數過多，目前不接受數字。請在這個瀏覽器開啟信中的連結。",
    ended: "這個驗證碼已經過期或使用過，請重新索取。",
  },
  confirm: {
    title: "登入{site}",
    lead: "你在這個瀏覽器要求以 {email} 登入。",
    submit: "登入",
  },
  elsewhere: {
    title: "請回到原來的瀏覽器",
    lead: "這個連結只能在你要求登入的瀏覽器使用。請在那裡輸入這六個數字：",
    warning: "如果你沒有要求登入，請關閉這個頁面。請勿把這些數字告訴任何人。",
  },
};
