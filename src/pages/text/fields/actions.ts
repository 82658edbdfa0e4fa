import type { Texts } from "./texts-type.ts";

/** Labels of actions, by the last part of their path. */
export const actions = {
  assign_course: ["Add to the team of a course", "加入課程的教學團隊"],
  archive: ["Archive", "封存"],
  bulk: ["Change in bulk", "批次變更"],
  bulk_generate: ["Generate coupons", "批次建立優惠碼"],
  cancel: ["Cancel", "取消"],
  check_in: ["Check in", "報到"],
  complete: ["Complete", "完成"],
  "consultingBookings.complete": ["Mark as completed", "標示為完成"],
  delete: ["Delete", "刪除"],
  "digitalProductGrants.delete": ["Revoke", "收回"],
  "invitations.delete": ["Revoke", "撤回"],
  "members.delete": ["Remove", "移除"],
  "suppressedAddresses.delete": ["Allow email again", "恢復寄送"],
  "uploads.delete": ["Cancel", "取消"],
  "digitalProducts.files.delete": ["Remove from the product", "從商品移除"],
  "groups.students.delete": ["Remove from the group", "移出群組"],
  duplicate: ["Duplicate", "複製"],
  edit: ["Edit", "編輯"],
  erase: ["Erase personal data", "永久刪除個人資料"],
  expire: ["End access", "結束使用權"],
  export_data: ["Export data", "匯出資料"],
  extend: ["Extend", "延長"],
  grade: ["Grade", "批改"],
  grants: ["Grant access", "開通使用權"],
  merge: ["Merge", "合併"],
  move: ["Move", "移動"],
  new: ["New", "新增"],
  pause: ["Pause", "暫停"],
  progress: ["Record progress", "登錄進度"],
  publish: ["Publish", "發布"],
  reactivate: ["Reactivate", "恢復"],
  redeliver: ["Redeliver", "重新傳送"],
  regrade: ["Regrade", "重新評分"],
  reorder: ["Reorder", "調整順序"],
  replay: ["Replay events", "重送事件"],
  reschedule: ["Reschedule", "更改時間"],
  resend: ["Resend", "重新寄送"],
  reset_progress: ["Reset progress", "重設進度"],
  restore: ["Restore", "復原"],
  "pages.restore": ["Restore this revision", "還原到這個版本"],
  "lectures.restore": ["Restore this version", "還原到這個版本"],
  resume: ["Resume", "恢復"],
  revoke: ["Revoke", "撤銷"],
  revoke_sessions: ["Sign out everywhere", "登出所有裝置"],
  rotate_secret: ["Rotate secret", "輪替密鑰"],
  send_password_email: ["Send a password email", "寄送重設密碼郵件"],
  students: ["Add students", "加入學員"],
  suspend: ["Suspend", "停權"],
  test: ["Send test event", "傳送測試事件"],
  undo_check_in: ["Undo the check-in", "取消報到"],
  unpublish: ["Unpublish", "下架"],
  unsuspend: ["Reinstate", "恢復使用"],
} as const satisfies Texts;

/**
 * Effects of actions that cannot be undone or end access, for their confirmation. A key such as `members.delete` is for
 * the action on one resource.
 */
export const asks = {
  archive: [
    "New purchases and enrollments end. Access that people have stays.",
    "之後無法再購買或加入，已有的使用權不受影響。",
  ],
  cancel: [
    "People may lose their access or seat. Most cancellations cannot be undone.",
    "相關人員可能失去使用權或名額，多數取消無法復原。",
  ],
  "consultingBookings.cancel": [
    "The time can be booked again, and the member can use the session for another booking.",
    "時段會重新開放預約，成員可將這次諮詢用於其他預約。",
  ],
  "eventRegistrations.cancel": [
    "The person loses their seat, and it goes to the waitlist.",
    "報名者會失去名額，由候補者遞補。",
  ],
  "events.cancel": [
    "The event is canceled for everyone who is registered. You cannot undo this.",
    "活動會對所有報名者取消，無法復原。",
  ],
  "jobs.cancel": ["The job stops. Work that is done is kept.", "工作會停止，已完成的部分會保留。"],
  "messages.cancel": [
    "People who have not received the message will not get it. Emails that were sent cannot be called back.",
    "尚未收到的人不會再收到這則訊息，已寄出的郵件無法收回。",
  ],
  "memberMerges.cancel": ["The links that were mailed stop working.", "已寄出的連結會失效。"],
  "subscriptions.cancel": [
    "The member loses the benefits of the plan at the time that you choose, and is not charged after that.",
    "成員會在你選擇的時間失去方案內容，之後不再扣款。",
  ],
  delete: ["You may not be able to undo this. Delete it?", "刪除後可能無法復原，要刪除嗎？"],
  "attachments.delete": [
    "Students can no longer open this attachment. You cannot undo this.",
    "學員將無法再開啟這個附加檔案，無法復原。",
  ],
  "courses.delete": [
    "The course disappears from the site and enrolled students lose it. You can restore it for 30 days.",
    "課程會從網站消失，學員無法再學習。你可以在 30 天內復原。",
  ],
  "digitalProductGrants.delete": ["The member loses this digital product immediately.", "成員會立即失去這項數位商品。"],
  "files.delete": ["The file is deleted. You cannot undo this.", "檔案會刪除，無法復原。"],
  "groups.delete": ["The group is deleted. Its students keep their enrollments.", "群組會刪除，學員的選課紀錄會保留。"],
  "invitations.delete": [
    "The invitation stops working, and the person does not become a member.",
    "邀請會失效，對方不會成為成員。",
  ],
  "lectures.delete": [
    "Students can no longer open this lecture. Recorded progress no longer counts.",
    "學員將無法再開啟這個單元，學習進度不再計入。",
  ],
  "memberFields.delete": [
    "The field is removed from all members. You cannot undo this.",
    "所有成員的這個欄位都會移除，無法復原。",
  ],
  "members.delete": [
    "The person loses their roles, and applications that they authorized lose access. Purchases are kept.",
    "對方會失去所有角色，已授權的應用程式也會失去存取權。購買紀錄會保留。",
  ],
  "suppressedAddresses.delete": ["Emails are sent to this address again.", "會恢復寄送郵件到這個地址。"],
  "uploads.delete": ["The parts that were uploaded are deleted.", "已上傳的分段會刪除。"],
  "webhookEndpoints.delete": [
    "The endpoint gets no more events, and pending deliveries are dropped.",
    "端點不再收到任何事件，等待傳送的訊息會捨棄。",
  ],
  "digitalProducts.files.delete": [
    "The file is removed from the product. Members can no longer download it there.",
    "檔案會從商品移除，成員無法再從商品下載。",
  ],
  "groups.students.delete": [
    "The student leaves the group and keeps their enrollments.",
    "學員會移出群組，選課紀錄會保留。",
  ],
  erase: [
    "The person and their personal data are erased permanently. You cannot undo this.",
    "對方與其個人資料會永久刪除，無法復原。",
  ],
  expire: ["The student loses access to the course. Progress is kept.", "學員會失去課程使用權，學習進度會保留。"],
  merge: [
    "This member is merged into the other one and deleted. You cannot undo this.",
    "這位成員會併入另一位成員並刪除，無法復原。",
  ],
  pause: [
    "The member loses the benefits of the plan until you resume the subscription.",
    "在你恢復訂閱之前，成員無法使用方案內容。",
  ],
  regrade: [
    "The score is replaced by that of the current version of the quiz.",
    "分數會以目前版本的測驗重新計算並取代。",
  ],
  replay: ["The endpoint gets past events again.", "端點會再次收到過去的事件。"],
  reset_progress: [
    "The student loses their progress in the lectures. You cannot undo this.",
    "學員會失去單元的學習進度，無法復原。",
  ],
  "lectures.restore": [
    "The lecture gets the title and the text of this version. The current ones stay in the history.",
    "單元會使用這個版本的標題和內文，目前的版本會保留在修訂紀錄中。",
  ],
  "pages.restore": [
    "The page gets the content of this revision. The current content stays in the history.",
    "頁面會使用這個版本的內容，目前的內容會保留在修訂紀錄中。",
  ],
  revoke: ["The person loses this immediately.", "對方會立即失去這項權益。"],
  "certificates.revoke": [
    "The public page reports the certificate as revoked. You cannot undo this, but you can issue a new one.",
    "公開頁面會顯示證書已撤銷。撤銷後無法復原，但可以核發新的證書。",
  ],
  "enrollments.revoke": [
    "The student loses access to the course immediately. Progress is kept, and you can reactivate the enrollment.",
    "學員會立即失去課程使用權。學習進度會保留，你也可以恢復。",
  ],
  revoke_sessions: [
    "The member is signed out in all browsers and has to sign in again.",
    "成員會從所有瀏覽器登出，必須重新登入。",
  ],
  rotate_secret: [
    "A new secret is created and shown once. The old one stops working after the time that you choose.",
    "系統會產生新的密鑰，只顯示一次。舊的密鑰會在你選擇的時間後失效。",
  ],
  suspend: [
    "The member is signed out everywhere and cannot sign in until you reinstate them.",
    "成員會從所有裝置登出，在你恢復之前無法登入。",
  ],
  unpublish: [
    "Visitors can no longer see this. Access that people have stays.",
    "訪客將無法再看到，已有的使用權不受影響。",
  ],
} as const satisfies Texts;
