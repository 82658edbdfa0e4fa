import type { enAdminMedia } from "../en/admin-media.ts";

/** The same in Traditional Chinese. */
export const zhTWAdminMedia: typeof enAdminMedia = {
  intro: "影音串流會從播放清單所在的主機播放。如果影音片段放在其他主機，請在這裡允許那些主機。",
  origins: "允許的來源",
  hint: "每行一個，例如 {example}。僅限 HTTPS，最多 10 個。有串流的頁面可以從這些來源載入影音。",
  problems: {
    syntax: "第 {line} 行不是來源。請填寫像 {example} 的 HTTPS 網址，不含路徑。",
    too_many: "最多可填寫 10 個來源。",
  },
};
