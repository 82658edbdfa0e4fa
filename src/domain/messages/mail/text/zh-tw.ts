import { zhTWSignInMail } from "./zh-tw-sign-in.ts";
import type { en } from "./en.ts";
import type { EmailText } from "./email-text.ts";

const once = "此連結一小時內有效，且只能使用一次。請勿轉交他人。";
const purchaseLink = "此連結兩週內有效，且只能使用一次。請勿轉交他人。";
const notYou = "如果不是你本人，請忽略這封信，不會有任何變更。";

/** Every mail in Traditional Chinese as it is written in Taiwan. */
export const zhTW: Record<keyof typeof en, EmailText> = {
  signUp: {
    subject: "確認你在{site}的帳號",
    before: ["有人（應該就是你）想用這個電子郵件地址在{site}建立帳號。"],
    action: "確認建立帳號",
    after: [once, notYou],
  },
  join: {
    subject: "加入{site}",
    before: [
      "有人（應該就是你）想用這個電子郵件地址在{site}註冊。",
      "這個地址在同一台伺服器的另一所學校已有帳號。你可以在{site}沿用同一個帳號和原有的密碼。",
    ],
    action: "加入{site}",
    after: [once, notYou],
  },
  alreadyMember: {
    subject: "你在{site}已經有帳號",
    before: [
      "有人（應該就是你）想用這個電子郵件地址在{site}註冊，但它在那裡已經有帳號，因此沒有任何變更。",
      "請使用原有的密碼登入。如果忘記密碼，可以在登入頁面重新設定。",
    ],
    action: "登入",
    after: [notYou],
  },
  setPassword: {
    subject: "為{site}設定新密碼",
    before: ["有人（應該就是你）要求為你在{site}的帳號設定新密碼。"],
    action: "設定新密碼",
    after: [once, "如果不是你本人，請忽略這封信，你的密碼不會改變。"],
  },
  claim: {
    subject: "為{site}設定你的密碼",
    before: ["你已經以這個電子郵件地址成為{site}的成員，帳號正等著你啟用。設定密碼之後即可使用。"],
    action: "設定密碼",
    after: [once, notYou],
  },
  invitation: {
    subject: "{site}邀請你加入",
    before: ["{site}的管理人員邀請你以這個電子郵件地址成為成員。"],
    message: "他們寫道：「{message}」",
    action: "查看邀請",
    after: [
      "此連結兩週內有效，且只能使用一次。請勿轉交他人。",
      "只有在你接受之後，你才會成為成員。如果你並未預期收到邀請，請忽略這封信。",
    ],
  },
  verifyEmail: {
    subject: "為{site}確認你的電子郵件地址",
    before: ["請確認這是你在{site}的帳號所使用的電子郵件地址。"],
    action: "確認地址",
    after: [once, "如果你在那裡沒有帳號，請忽略這封信。"],
  },
  verifySender: {
    subject: "確認{site}的寄件者地址",
    before: [
      "{site}的管理人員想使用這個電子郵件地址作為學校的地址，{site}郵件的回覆會寄到這裡。請只在你負責管理這所學校時確認。",
    ],
    action: "確認寄件者地址",
    after: [once, "如果你不認識{site}，請忽略這封信，不會有任何變更。"],
  },
  mergeMember: {
    subject: "請確認你在{site}的兩份資料",
    before: [
      "{site}的管理人員認為，這個電子郵件地址和另一個地址屬於同一個人，也就是你。如果兩個地址都確認，你的課程、訂單和其他資料會合併在一起。",
    ],
    action: "查看合併內容",
    after: [
      "此連結一週內有效，且只能使用一次。請勿轉交他人。",
      "兩個地址都確認之後才會合併。如果你不認識另一個地址，請在該頁面拒絕，或忽略這封信。",
    ],
  },
  mergeOwn: {
    subject: "請確認這個{site}帳號也是你的",
    before: [
      "{site}的一位成員表示，使用這個電子郵件地址的帳號也是他的，並想把它合併到自己的帳號，包括課程、訂單和其他資料。",
    ],
    action: "查看合併內容",
    after: [
      "此連結一週內有效，且只能使用一次。請勿轉交他人。",
      "如果這不是你，請在該頁面拒絕，或忽略這封信，不會有任何變更。",
    ],
  },
  membersMerged: {
    subject: "你在{site}的資料已合併",
    before: [
      "你的兩個電子郵件地址都已確認，你在{site}以兩個地址留下的資料現在已合併在一起。",
      "今後請以保留的帳號登入{site}，另一個帳號在那裡已無法使用。其他學校不受影響。",
    ],
    action: "登入",
    after: ["如果不是你本人，請立即通知{site}的管理人員。"],
  },
  changeEmail: {
    subject: "為{site}確認新的電子郵件地址",
    before: [
      "有人（應該就是你）希望今後以這個電子郵件地址登入{site}。經你確認後才會變更。確認時需要登入該帳號；尚未登入時，請以目前的地址登入。",
    ],
    action: "確認新地址",
    after: [once, notYou],
  },
  emailTaken: {
    subject: "這個電子郵件地址在{site}已經有帳號",
    before: ["有人（應該就是你）想將這個電子郵件地址用於{site}的另一個帳號。由於它已有自己的帳號，因此沒有任何變更。"],
    action: "",
    after: ["如果不是你本人，請忽略這封信。"],
  },
  emailChangeAsked: {
    subject: "你在{site}的帳號將更換電子郵件地址",
    before: [
      "有人（應該就是你）輸入了你的密碼，要求將你在{site}的帳號由這個地址改為 {email}。新地址經過確認後才會變更。",
    ],
    action: "設定新密碼",
    after: ["如果不是你本人，請立即設定新密碼，這會取消這項變更，並將所有瀏覽器登出。"],
  },
  emailChanged: {
    subject: "你在{site}的帳號已更換電子郵件地址",
    before: ["今後請以 {email} 登入{site}。收到這封信的地址已無法用來登入。"],
    action: "",
    after: ["如果不是你本人，請立即通知{site}的管理人員。"],
  },
  passwordChanged: {
    subject: "你在{site}的密碼已變更",
    before: [
      "你在{site}的帳號密碼已經變更，其他瀏覽器均已登出。使用這個帳號的所有學校都適用新密碼。",
      "先前獲准使用你帳號的應用程式仍保有權限，你可以在帳號頁面查看並撤銷。",
    ],
    action: "設定新密碼",
    after: ["如果不是你本人，請立即設定新密碼，並檢查帳號頁面上的應用程式。"],
  },
  ...zhTWSignInMail,
  accountErased: {
    subject: "你在{site}的帳號已刪除",
    before: [
      "已依你的要求，刪除你在{site}的帳號以及所有關於你的資料。",
      "法律要求{site}保存的訂單與收據仍會保留，但不含你的姓名與地址。如果其他學校也使用同一個帳號，在那裡仍可使用。",
    ],
    action: "",
    after: ["這是這個帳號寄給你的最後一封信。"],
  },
  webhookDisabled: {
    subject: "{site}的一個 Webhook 端點已停用",
    before: ["{site}的一個 Webhook 端點已不再接受事件，因此已停用。"],
    message: "端點網址：{message}",
    action: "查看 Webhook",
    after: ["端點恢復正常之後，請在該頁面重新啟用。事件預設保留 30 天，可以重新傳送。"],
  },
  paymentKeysChanged: {
    subject: "{site}的收款金鑰已變更",
    before: ["{site}的一位擁有者變更或移除了一種付款方式的金鑰。"],
    message: "付款方式：{message}",
    action: "查看付款設定",
    after: ["如果沒有任何擁有者進行這項變更，請在該頁面移除金鑰、設定新密碼，並查看稽核紀錄。"],
  },
  apiKeyCreated: {
    subject: "{site}已建立 API 金鑰",
    before: ["{site}已建立一個 API 金鑰。持有金鑰的程式可以用金鑰的權限使用 API。"],
    message: "API 金鑰：{message}",
    action: "查看 API 金鑰",
    after: ["如果這不是預期的操作，請在該頁面撤銷金鑰，並查看稽核紀錄。"],
  },
  provisioningKeyCreated: {
    subject: "{site}已建立帳號佈建金鑰",
    before: ["{site}的一位擁有者為目錄服務建立了金鑰。持有金鑰的目錄服務可以新增、修改及移除成員。"],
    message: "金鑰：{message}",
    action: "查看帳號佈建",
    after: ["如果沒有任何擁有者進行這項變更，請在該頁面撤銷金鑰、設定新密碼，並查看稽核紀錄。"],
  },
  transferInstructionsChanged: {
    subject: "{site}的銀行轉帳說明已變更",
    before: ["{site}的一位擁有者變更了銀行轉帳的說明，成員會依照說明把款項匯到其中的帳戶。"],
    action: "查看付款設定",
    after: ["如果沒有任何擁有者進行這項變更，請在該頁面更正帳戶、設定新密碼，並查看稽核紀錄。"],
  },
  paymentInstructions: {
    subject: "{site}訂單 {number} 的付款方式",
    before: ["你在{site}訂購了{items}，總金額為 {total}。", "付款說明請見訂單頁面。"],
    action: "查看訂單",
    after: ["我們收到款項後，你就能開始使用。"],
  },
  guestInstructions: {
    subject: "{site}訂單 {number} 的付款方式",
    before: [
      "有人（應該就是你）用這個電子郵件地址在{site}訂購了{items}，總金額為 {total}。",
      "確認地址之後，就能查看訂單和付款方式。",
    ],
    action: "確認並查看訂單",
    after: [purchaseLink, "如果你沒有訂購，請忽略這封信，不會收取任何費用。"],
  },
  guestReceipt: {
    subject: "{site}的收據 {number}",
    before: ["感謝你在{site}購買{items}。", "我們已收到 {total}。", "確認地址之後，就能在所有裝置上使用你購買的項目。"],
    action: "確認並開啟",
    after: [purchaseLink, "如果你沒有購買，請忽略這封信，可能是有人打錯了地址。"],
  },
  gift: {
    subject: "{giver}送你一份禮物",
    before: ["{giver}在{site}送你{items}。"],
    message: "{giver}的留言：{message}",
    action: "打開禮物",
    after: ["這個連結就是禮物，只能使用一次。除非你想轉送，否則請不要轉寄。"],
  },
  redeemed: {
    subject: "你的{items}使用權限",
    before: ["你已在{site}取得{items}。", "確認地址之後，就能在所有裝置上使用。"],
    action: "確認並開啟",
    after: [purchaseLink, "如果不是你本人，請忽略這封信，可能是有人打錯了地址。"],
  },
  receipt: {
    subject: "{site}的收據 {number}",
    before: ["感謝你在{site}購買{items}。", "我們已收到 {total}。"],
    action: "查看收據",
    after: [],
  },
  refund: {
    subject: "{site}訂單 {number} 的退款",
    before: ["{site}已退還你的訂單款項 {total}，品項為{items}。"],
    action: "查看訂單",
    after: ["款項可能需要數天才會入帳。"],
  },
  refundKept: {
    subject: "{site}訂單 {number} 的退款",
    before: ["{site}已退還你的訂單款項 {total}，品項為{items}。", "你的使用權限維持不變。"],
    action: "查看訂單",
    after: ["款項可能需要數天才會入帳。"],
  },
  refundEnds: {
    subject: "{site}訂單 {number} 的退款",
    before: ["{site}已退還你的訂單款項 {total}，品項為{items}。", "這項購買的使用權限已經結束。"],
    action: "查看訂單",
    after: ["款項可能需要數天才會入帳。"],
  },
  refundUntil: {
    subject: "{site}訂單 {number} 的退款",
    before: [
      "{site}已退還你的訂單款項 {total}，品項為{items}。",
      "這項購買的使用權限將於 {until} 結束，之後不會再收費。",
    ],
    action: "查看訂單",
    after: ["款項可能需要數天才會入帳。"],
  },
  renewalDue: {
    subject: "{site}的{items}即將續期",
    before: ["{items}的下一期款項為 {total}，付款期限是 {until}。", "付款說明請見訂單頁面。"],
    action: "查看訂單",
    after: ["你隨時可以在訂單頁面取消。"],
  },
  paymentOverdue: {
    subject: "{items}的款項已逾期",
    before: ["我們尚未收到{items}的款項 {total}。", "你在{site}的使用權限保留到 {until}，付款後即可繼續使用。"],
    action: "立即付款",
    after: [],
  },
  lastReminder: {
    subject: "最後提醒：{items}的使用權限即將結束",
    before: ["我們仍未收到{items}的款項 {total}。", "若未付款，你在{site}的使用權限將於 {until} 結束。"],
    action: "立即付款",
    after: [],
  },
  accessEnded: {
    subject: "{items}的使用權限已結束",
    before: ["我們未收到{items}的款項 {total}，因此你在{site}的使用權限已經結束。"],
    action: "查看訂單",
    after: ["之後不會再收取費用。"],
  },
};
