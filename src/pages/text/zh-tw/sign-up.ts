import type { enSignUp } from "../en/sign-up.ts";

/** The same in Traditional Chinese. */
export const zhTWSignUp: typeof enSignUp = {
  signIn: {
    forgotten: "忘記密碼了嗎？",
    newHere: "第一次來到{site}？",
    signUp: "建立帳號",
    done: {
      signed_up: "你的帳號已經可以使用，請以剛才設定的密碼登入。",
      joined: "你已成為{site}的成員，請以原有的密碼登入。",
      session_ended: "登入狀態已經結束，請重新登入以繼續。",
      password_set: "新密碼已經生效，所有瀏覽器均已登出。請以新密碼登入。",
    },
  },

  field: {
    name: "姓名",
    email: "電子郵件地址",
    newEmail: "新的電子郵件地址",
    password: "密碼",
    showPassword: "顯示密碼",
    newPassword: "新密碼",
    currentPassword: "目前的密碼",
    passwordHint: "至少 10 個字元。幾個連在一起的詞，比各種符號更容易記住。",
  },

  problem: {
    session_expired: "這個頁面已經失效，可能是因為你在這段期間登入或登出。內容尚未儲存，請再送出一次。",
    files_again: "請重新選擇檔案。",
    too_many: "嘗試的次數過多，請等候 {wait}後再試。",
    name: "請輸入你希望使用的姓名，最多 200 個字元。",
    picture:
      "無法使用這張圖片。請選擇 10 MB 以內的 JPEG、PNG、WebP、GIF、AVIF 或 TIFF 圖檔。HEIC 照片請先轉存為 JPEG；iPhone 可在「設定」>「相機」>「格式」選擇「最相容」，之後拍的照片就是 JPEG。",
    email: "這不是有效的電子郵件地址，請檢查後再試一次。",
    unchanged: "這就是你帳號目前的地址。",
    taken: "這個地址現在已有自己的帳號，因此沒有任何變更。",
    required: "請設定密碼。",
    too_short: "密碼至少需要 10 個字元。",
    too_long: "密碼最多 200 個字元。",
    too_common: "太多人使用這個密碼，請換一個別人猜不到的。",
    same_as_email: "密碼不可以和電子郵件地址相同，請換一個。",
    wrong_password: "密碼不正確，請檢查後再試一次。",
    merge_blocked: "目前無法合併，學校的管理人員必須先做一些調整。請與他們聯絡，之後再次送出表單，你的連結仍然有效。",
    merge_busy: "這些資料剛好同時有其他變更。請再次送出表單，你的連結仍然有效。",
  },

  signUp: {
    title: "建立帳號",
    toSite: "成為{site}的成員。",
    toClient: "成為{site}的成員，完成後將回到「{client}」。",
    submit: "建立帳號",
    already: "已經有帳號了嗎？",
    signIn: "登入",
  },

  signUpSent: {
    title: "請查看你的電子郵件",
    lead: "我們已寄信到 {email}，請在一小時內開啟信中的連結。",
    none: "幾分鐘後還沒收到？請查看垃圾郵件，或重新寄送。",
    wrong: "地址有誤？",
    again: "重新寄送",
    sentAgain: "郵件已重新寄出。",
    back: "返回登入頁面",
  },

  confirmSignUp: {
    title: "確認你的帳號",
    intro: "只差最後一步，你就是{site}的成員了。",
    takes: "確認之後，就會立即取得你選擇的項目。",
    elsewhere: "你開啟連結的瀏覽器，與填寫表單時使用的不同。系統將以你在這裡輸入的內容為準。",
    joinTitle: "加入{site}",
    join: "你已經有帳號和密碼，它也會成為你在{site}的帳號。",
    name: "姓名",
    email: "電子郵件",
    submit: "建立帳號",
    joinSubmit: "加入",
  },

  invitation: {
    title: "你收到一份邀請",
    heading: "{site}邀請你加入",
    intro: "請設定你的姓名和密碼，完成後你就是成員了。",
    join: "你已經有帳號和密碼。接受邀請後，它也會成為你在這裡的帳號。",
    submit: "接受邀請",
    decline: "如果你不想成為成員，請直接關閉此頁，不會有任何變更。",
  },

  purchase: {
    title: "確認你的地址",
    intro: "請為 {email} 設定密碼，之後就能在所有裝置上使用你在{site}購買的項目。",
    join: "{email} 已經有帳號。你在{site}購買的項目會加到這個帳號，密碼維持不變。",
    submit: "確認並繼續",
    joinSubmit: "加到我的帳號",
    notYou: "如果你沒有購買任何項目，請關閉此頁。",
  },

  forgotten: {
    title: "重設密碼",
    intro: "請輸入你在{site}的帳號所使用的電子郵件地址，我們會寄出設定新密碼的連結。",
    submit: "寄送連結",
    back: "返回登入頁面",
  },

  newPassword: {
    title: "設定新密碼",
    intro: "這是 {email} 的新密碼，適用於{site}以及使用這個帳號的所有地方。所有瀏覽器都會登出。",
    apps: "中斷所有已連結的應用程式",
    appsHint: "若不勾選，應用程式會保留原有的存取權。如果其他人可能用過你的帳號，請勾選。",
    appsAlways: "你在{site}連結的所有應用程式都會中斷連結。",
    submit: "設定密碼",
  },

  confirmEmail: {
    title: "確認你的電子郵件地址",
    verify: "{email} 是你在{site}的帳號所使用的地址嗎？如果是，請確認。",
    sender: "你是{site}的管理人員，而且 {email} 是學校的地址嗎？請確認，學校郵件的回覆會寄到那裡。",
    submit: "確認地址",
  },

  confirmChange: {
    title: "變更電子郵件地址",
    yours: "你要求將{site}的登入地址由 {current} 改為 {email}。",
    theirs: "有人以 {current} 登入{site}，要求將該帳號的地址改為 {email}。",
    confirm: "確認之後，在使用這個帳號的所有地方都以 {email} 登入。我們會通知 {current}。",
    sign_in: "如果是你本人，請照常以目前的地址登入，接著就能確認新地址。",
    sign_out: "你目前以 {own} 登入，那是另一個帳號。如果兩個帳號都是你的，請先登出，再重新開啟信中的連結。",
    unknown: "如果不是你要求的，請關閉此頁，不會有任何變更。",
    submit: "變更地址",
    signIn: "登入以繼續",
    signOut: "登出",
  },

  merge: {
    title: "合併你的資料",
    intro: "{site}的管理人員認為，{email} 和 {other} 都是你的地址。",
    introOwn: "有人以 {other} 登入，並表示{site}的 {email} 帳號也是他的。",
    allOwn: "確認之後，{email} 在{site}的所有資料會移到另一個帳號。",
    all: "兩個地址都確認之後，你在{site}的所有資料會合併在一起，包括課程與學習進度、證書、訂單、會員方案、活動、檔案、留言等等。",
    stays: "保留的是這個帳號，請照常以 {email} 登入。使用 {other} 的帳號在{site}將無法使用。",
    goes: "保留的是另一個帳號，今後請以 {other} 登入。使用 {email} 的帳號在{site}將無法使用。",
    elsewhere: "合併後無法復原。其他學校不受影響。",
    unknown: "如果另一個地址不是你的，請拒絕。",
    confirm: "兩個都是我的，確認合併",
    decline: "拒絕",
  },

  changeEmail: {
    title: "變更電子郵件地址",
    intro: "你目前以 {email} 登入。我們會寄連結到新地址。請開啟連結，並在登入這個帳號的狀態下確認，之後才會變更。",
    submit: "寄送連結",
    back: "返回你的帳號",
  },

  changePassword: {
    title: "變更密碼",
    intro: "新密碼適用於使用這個帳號的所有地方。其他瀏覽器都會登出，而你允許的應用程式仍保有權限。",
    submit: "變更密碼",
    back: "返回你的帳號",
  },

  account: {
    changeEmail: "變更電子郵件地址",
    password: "密碼",
    changePassword: "變更密碼",
    unverified: "這個地址尚未驗證，應用程式看不到它。",
    verify: "寄送驗證郵件",
  },

  message: {
    resetSent: {
      title: "請查看你的信箱",
      lead: "如果 {email} 在{site}有帳號，郵件就已寄出。請在一小時內開啟信中的連結。",
      more: "幾分鐘後仍未收到嗎？請查看垃圾郵件，並檢查地址是否正確。{site}的管理人員也可以協助你。",
      action: "返回登入頁面",
    },
    accountDeleted: {
      title: "正在刪除你的帳號",
      lead: "你已在所有裝置登出，你在{site}的資料會在幾分鐘內刪除。",
      more: "完成後會寄電子郵件通知你。",
      action: "首頁",
    },
    changeSent: {
      title: "請查看你的信箱",
      lead: "我們已將郵件寄到 {email}。請在一小時內開啟信中的連結，地址便會變更。",
      more: "我們也已通知你目前的地址。",
      action: "返回你的帳號",
    },
    verificationSent: {
      title: "請查看你的信箱",
      lead: "我們已將郵件寄到 {email}。請在一小時內開啟信中的連結。",
      more: "幾分鐘後仍未收到嗎？請查看垃圾郵件。",
      action: "返回你的帳號",
    },
    emailConfirmed: {
      title: "電子郵件地址已驗證",
      lead: "{email} 已驗證。",
      more: "獲准查看你電子郵件地址的應用程式，現在可以看到它。",
      action: "前往你的帳號",
    },
    senderConfirmed: {
      title: "已確認寄件者地址",
      lead: "{site}郵件的回覆今後會寄到 {email}。",
      more: "邀請信現在可以加上自訂訊息。",
      action: "前往郵件設定",
    },
    emailChanged: {
      title: "電子郵件地址已變更",
      lead: "今後請以 {email} 登入。",
      more: "我們也已通知你原來的地址。",
      action: "前往你的帳號",
    },
    linkEnded: {
      title: "這個連結已經失效",
      lead: "它已經使用過、超過一小時，或來自其他地方。",
      more: "沒有任何資料遭到變更。你可以重新開始，新的郵件會附上新的連結。",
      action: "返回登入頁面",
    },
    invitationEnded: {
      title: "這份邀請已經失效",
      lead: "它已經被接受、撤回或重新寄送，或是超過兩週。",
      more: "如果你已經接受，請直接登入；否則請向{site}的管理人員索取新的邀請。",
      action: "前往登入頁面",
    },
    mergeConfirmed: {
      title: "這個地址已確認",
      lead: "{email} 已確認。請接著開啟寄到你另一個地址的信中連結。",
      more: "在另一個地址確認之前，不會合併任何資料。",
      action: "前往登入",
    },
    mergeCompleted: {
      title: "你的資料已合併",
      lead: "兩個地址都已確認，你在{site}的資料現在已合併在一起。",
      more: "請以保留的帳號登入。",
      action: "前往登入",
    },
    mergeDeclined: {
      title: "已拒絕合併",
      lead: "沒有合併任何資料。",
      more: "兩封信中的連結都已失效。",
      action: "前往登入",
    },
    mergeEnded: {
      title: "這個連結已失效",
      lead: "連結已使用過、合併已取消，或已超過一週。",
      more: "如果你仍想合併資料，請與{site}的管理人員聯絡。",
      action: "前往登入",
    },
    noMail: {
      title: "無法使用這項功能",
      lead: "{site}目前無法寄送郵件，而這項功能需要寄信。",
      more: "{site}的管理人員可以協助你重設密碼或變更地址。",
      action: "返回登入頁面",
    },
  },

  mailbox: {
    title: "開發環境信箱",
    intro: "開發環境的郵件不會寄出，只留在這裡。{site}最新的 50 封郵件會保留下來。",
    none: "目前沒有郵件。",
    to: "收件人",
    from: "寄件人",
    at: "建立時間",
  },
};
