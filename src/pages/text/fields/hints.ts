import type { Texts } from "./texts-type.ts";

/** Hints below fields whose label alone does not explain them. */
export const hints = {
  acceptedAnswers: [
    "Every answer that counts as correct, such as 3.5 or Paris.",
    "所有算答對的答案，例如 3.5 或台北。",
  ],
  accessDays: [
    "Counts calendar days, such as 365 for a year. Empty: as the plan defines.",
    "以日曆天計算，例如一年為 365。留空時依方案規定。",
  ],
  afterDays: [
    "Opens this many days after a student enrolls, such as 7 for the second week.",
    "學員加入後幾天開放，例如第二週為 7。",
  ],
  allCourses: ["Includes courses that you add later.", "包含之後新增的課程。"],
  alt: ["Describes the image for people who cannot see it.", "為看不到圖片的人描述內容。"],
  analyticsRetentionDays: [
    "For apps that connect to the school. The pages of this site do not use it.",
    "供連結學校的應用程式使用，本站的頁面不會套用。",
  ],
  atomic: ["If one row fails, no row is saved.", "只要有一列失敗，就全部不儲存。"],
  atSeconds: ["Position in the video, such as 1:30 for one and a half minutes.", "影片中的位置，以分和秒表示。"],
  attemptsAllowed: ["Empty: students can try as often as they like.", "留空時不限次數。"],
  authorMemberId: ["The member who is shown as the author.", "顯示為作者的成員。"],
  bufferAfterMinutes: [
    "Time that stays free after a session, such as 15 minutes for notes.",
    "每次諮詢後不開放預約的時間，例如 15 分鐘整理筆記。",
  ],
  bufferBeforeMinutes: [
    "Time that stays free before a session, such as 10 minutes to prepare.",
    "每次諮詢前不開放預約的時間，例如 10 分鐘準備。",
  ],
  cancellationHours: [
    "Members can cancel until this many hours before the start, such as 24.",
    "成員最晚可在開始前幾小時取消，例如 24。",
  ],
  capacity: ["Total of all tickets. Empty: unlimited.", "所有票券的總數。留空時不限。"],
  checkout: [
    "For apps that connect to the school. The pages of this site do not use it.",
    "供連結學校的應用程式使用，本站的頁面不會套用。",
  ],
  courseType: [
    "Paid: one price is enough to begin. More ways to pay follow in the course.",
    "付費課程：先設定一個價格即可，其他付款方式可在課程中新增。",
  ],
  "coupons.code": ["What members enter at the checkout, such as SPRING20.", "成員在結帳時輸入的代碼。"],
  commentsEnabled: ["People who can open the content can write below it.", "能開啟內容的人可以在下方留言。"],
  compareAtPrice: ["Shown crossed out beside the price. It must be higher.", "以刪除線顯示在價格旁，必須高於價格。"],
  comparison: ["Decides whether case and punctuation count in typed answers.", "決定輸入的答案是否計較大小寫與標點。"],
  confirmEmail: ["Type the email address of the member to confirm the erasure.", "輸入成員的電子郵件地址以確認刪除。"],
  cookieNotice: [
    "For apps that connect to the school. The pages of this site do not use it.",
    "供連結學校的應用程式使用，本站的頁面不會套用。",
  ],
  customCss: [
    "Changes the look of the public pages. Loads only files of the school.",
    "改變公開頁面的外觀，只能載入學校的檔案。",
  ],
  downloadLimit: [
    "How often a member can download from the product. Empty: unlimited.",
    "每位成員可下載的次數。留空時不限。",
  ],
  downloadsPerGrant: [
    "For apps that connect to the school. The pages of this site do not use it.",
    "供連結學校的應用程式使用，本站的頁面不會套用。",
  ],
  drip: ["Decides when lectures open for a student after enrolling.", "決定學員加入後各單元何時開放。"],
  dryRun: ["Checks every row and saves nothing.", "檢查每一列，但不儲存任何資料。"],
  dueDays: ["Counted from the start of the student's access, such as 14.", "從學員開始使用課程起算，例如 14。"],
  emitEvents: [
    "Sends webhook events to connected systems for each imported row.",
    "每匯入一列就傳送 Webhook 事件給已連結的系統。",
  ],
  eventDiscountPercent: [
    "Members of the plan pay this much less for events, such as 20.",
    "方案成員購買活動時的折扣，例如 20。",
  ],
  excerpt: ["Shown in lists, and above the text.", "顯示在清單中，以及內容上方。"],
  expiryReminderDays: [
    "Days before access ends on which students get a reminder, such as 7 and 1.",
    "使用權到期前幾天提醒學員，例如 7 和 1。",
  ],
  studyReminderDays: [
    "After so many days without learning, students get one email about where they stopped. Empty: never.",
    "學員連續幾天沒有學習時，寄一封信提醒上次停在哪裡。留空表示不提醒。",
  ],
  weeklySummary: [
    "On Mondays, students who learned in the last week get a summary.",
    "每週一寄摘要給上週有學習的學員。",
  ],
  quietFrom: [
    "From this hour on, reminders to learn wait, such as 21. In the time zone of the school.",
    "從這個整點起暫停學習提醒，例如 21。以學校時區為準。",
  ],
  quietUntil: [
    "Until this hour, reminders to learn wait, such as 8. If both hours are the same, they never wait.",
    "到這個整點為止暫停學習提醒，例如 8。兩個時間相同表示不暫停。",
  ],
  externalId: [
    "Identifies this in another system, such as your customer database.",
    "在其他系統中的編號，例如你的客戶資料庫。",
  ],
  firstPurchaseOnly: ["Only for members who have not bought anything yet.", "僅供尚未購買過任何商品的成員使用。"],
  fixedEndDate: [
    "Everyone's membership ends on this date, whenever it began.",
    "不論何時開始，所有人的方案都在這一天結束。",
  ],
  force: ["Also deletes what members have entered in this field.", "一併刪除成員在這個欄位填寫的內容。"],
  fromUrl: ["A public address from which the file is fetched.", "系統會從這個公開網址取得檔案。"],
  fulfill: [
    "Gives the member what they bought. Otherwise the sale is only recorded.",
    "讓成員取得購買的項目，否則只登錄銷售。",
  ],
  handle: [
    "The name of the field in exports and the API, such as first_name. It cannot be changed.",
    "欄位在匯出檔與 API 中的名稱，例如 first_name。之後無法變更。",
  ],
  hourFormat: [
    "For apps that connect to the school. The pages of this site do not use it.",
    "供連結學校的應用程式使用，本站的頁面不會套用。",
  ],
  inactiveSince: ["Students without any activity since this day.", "自這一天起沒有任何活動的學員。"],
  "audience.inactiveSince": [
    "Students who enrolled before this day and did nothing since. Without a course: in none of their courses.",
    "在這一天之前加入，之後沒有任何活動的學員。未選課程時，指在所有課程都沒有活動。",
  ],
  indexSite: ["Switch this off to hide the whole site from search engines.", "關閉後，搜尋引擎不會收錄整個網站。"],
  intakeFormId: ["Members answer this form when they book.", "成員預約時填寫這份表單。"],
  intervalCount: [
    "The interval month with the number 3 means a payment every three months.",
    "週期為月、數量為 3 時，每三個月付款一次。",
  ],
  isPreview: ["Everyone can open this lecture without enrolling.", "任何人不需加入課程就能開啟這個單元。"],
  latePolicy: ["What happens to assignments that come after the due date.", "逾期繳交的作業如何處理。"],
  legal: ["The seller on receipts, and links in the footer.", "收據上的賣方資料，以及頁尾的連結。"],
  lengthDays: ["The plan ends this many days after it begins, such as 30.", "方案開始後幾天結束，例如 30。"],
  maxDaysAhead: ["Members cannot book later than this, such as 60 days from now.", "成員最遠可預約到幾天後，例如 60。"],
  maxPerMember: [
    "How often one member can use the coupon. Empty: unlimited.",
    "每位成員可使用優惠碼的次數。留空時不限。",
  ],
  maxRedemptions: [
    "How often the coupon can be used by all members together. Empty: unlimited.",
    "所有成員合計可使用的次數。留空時不限。",
  ],
  memberIds: ["Only these members can use the coupon. Empty: everyone.", "僅限這些成員使用。留空時所有人皆可。"],
  memberLimit: [
    "How many members can have the plan at a time. Empty: unlimited.",
    "同時可擁有方案的成員人數。留空時不限。",
  ],
  metadata: ["Notes for your own programs, up to 50 pairs of key and value.", "供你自己的程式使用，最多 50 組鍵與值。"],
  minNoticeHours: [
    "Members cannot book later than this many hours before the start, such as 12.",
    "成員最晚須在開始前幾小時預約，例如 12。",
  ],
  minRole: [
    "People with a lower role cannot see the content, such as notes for lecturers.",
    "角色較低的人看不到內容，例如講師筆記。",
  ],
  minTotal: ["The coupon applies to orders of at least this amount.", "訂單達到這個金額才能使用優惠碼。"],
  noindex: ["Search engines do not list this page.", "搜尋引擎不會列出這個頁面。"],
  onExisting: ["What happens if the student is already enrolled in the course.", "學員已加入課程時的處理方式。"],
  onlineUrl: ["Only registered people see the link.", "只有報名者看得到連結。"],
  openBookingsPerMember: [
    "How many upcoming sessions one member can book. Empty: unlimited.",
    "每位成員可保留的未來預約數。留空時不限。",
  ],
  overlapHours: [
    "Both secrets work for this time. Choose 0 if the old one has leaked.",
    "這段時間內新舊密鑰都有效。若舊密鑰外洩，請填 0。",
  ],
  override: [
    "Records progress even if the rules of the lecture or quiz do not allow it.",
    "即使單元或測驗的規則不允許，仍然登錄。",
  ],
  payload: [
    "Choose the identifier alone if the receiver reads the resource itself.",
    "接收系統會自行讀取資料時，請選擇僅識別碼。",
  ],
  percentPerDay: [
    "Deducted from the score for each day after the due date, such as 10.",
    "逾期每一天扣除的分數比例，例如 10。",
  ],
  player: [
    "For apps that connect to the school. The pages of this site do not use it.",
    "供連結學校的應用程式使用，本站的頁面不會套用。",
  ],
  position: ["Smaller numbers come first in lists.", "數字越小，清單中的順序越前面。"],
  prefix: ["Every code begins with this, such as SPRING.", "每個優惠碼都以這段文字開頭。"],
  promoVideoAttachmentId: [
    "A public preview video that visitors see on the course page.",
    "訪客在課程頁面看到的公開介紹影片。",
  ],
  providerReference: ["The number of the payment at the bank or the other shop.", "這筆付款在銀行或其他商店的編號。"],
  publishAt: ["Empty: published immediately.", "留空時立即發布。"],
  reassignTo: [
    "Its courses, posts or events move here instead of blocking the deletion.",
    "其中的課程、文章或活動會移到這裡，才能刪除。",
  ],
  reminders: ["Minutes before the start, such as 1440 for a day.", "開始前的分鐘數，例如一天前為 1440。"],
  requiredPercent: [
    "Share of the required lectures that completes the course, such as 80.",
    "完成必修單元的多少比例算完成課程，例如 80。",
  ],
  revokeAccess: ["Empty: the refund policy decides.", "留空時依退款規則處理。"],
  "audience.roles": ["None: everyone.", "未選擇則包含所有人。"],
  "messages.scheduledAt": ["Empty: now.", "留空則立即傳送。"],
  seats: ["How many people can buy the plan. Empty: unlimited.", "可購買方案的人數。留空時不限。"],
  sessionsIncluded: ["How many sessions one purchase includes, such as 4.", "一次購買包含的諮詢次數，例如 4。"],
  showAnswers: ["When students see the correct answers and explanations.", "學員何時看到正確答案與解說。"],
  showEnrollmentCounts: [
    "For apps that connect to the school. The pages of this site do not use it.",
    "供連結學校的應用程式使用，本站的頁面不會套用。",
  ],
  showStudentsToEachOther: [
    "For apps that connect to the school. The pages of this site do not use it.",
    "供連結學校的應用程式使用，本站的頁面不會套用。",
  ],
  slug: [
    "The last part of the URL, such as intro-to-chess. Empty: made from the name.",
    "網址的最後一段，由小寫英文字母、數字和連字號組成。留空時依名稱產生。",
  ],
  "audience.tag": ["Empty: with any tag or none.", "留空則不限標籤。"],
  tags: ["Words of your own that group and filter, such as alumni.", "你自訂的分組與篩選字詞，例如校友。"],
  titleSuffix: [
    "Follows the title of every page in browsers and search results, such as “– Chess School”.",
    "在瀏覽器與搜尋結果中接在每頁標題之後，例如「– 圍棋學校」。",
  ],
  tolerance: ["How far a number may be from the correct one, such as 1.5.", "數字與正確答案可相差多少，例如 1.5。"],
  trialDays: ["Days without payment at the start, such as 14.", "開始時免費的天數，例如 14。"],
  "pages.path": ["The address below the school's, such as /about-us.", "學校網址之後的部分，以斜線開頭。"],
  "members.email": ["The person receives an invitation by email.", "對方會收到電子郵件邀請。"],
  "members.message": ["A few words of your own in the invitation.", "附在邀請信中的話。"],
  "navigation.href": [
    "A page of the school, such as /about-us, or a complete address.",
    "學校的頁面路徑，或完整的網址。",
  ],
  "navigation.ref": [
    "A course, page, post, event, download or membership, instead of a link.",
    "課程、頁面、文章、活動、下載商品或會員方案，可取代連結。",
  ],
  defaultCurrency: [
    "The first choice for new prices. It must be one of the currencies below.",
    "新價格的預設貨幣，必須列在下方的貨幣中。",
  ],
  currencies: ["The three letters of each currency, such as USD or TWD. One per line.", "每行一個三個字母的貨幣代碼。"],
  "video.fileId": [
    "Upload it here, or choose a stored one. Students play it at the top of the lecture.",
    "在這裡上傳，或選擇已有的檔案。學生會在單元最上方播放。",
  ],
  "video.externalUrl": [
    "Instead of a file: the address of a video at YouTube, Vimeo or another provider.",
    "不上傳檔案時，填寫影音平台上的影片網址。",
  ],
  visibility: ["Unlisted content is open to everyone with the link.", "不公開列出的內容，知道連結的人都能開啟。"],
  waitlistEnabled: ["People can wait for a free seat when all are taken.", "額滿時可以排隊等候空位。"],
  weekStartsOn: [
    "For apps that connect to the school. The pages of this site do not use it.",
    "供連結學校的應用程式使用，本站的頁面不會套用。",
  ],
} as const satisfies Texts;
