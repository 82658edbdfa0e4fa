import type { enProfile } from "../en/profile.ts";

/** The same in Traditional Chinese. */
export const zhTWProfile: typeof enProfile = {
  title: "個人資料",
  change: "變更姓名或大頭照",
  picture: "大頭照",
  pictureHint: "JPEG、PNG、WebP、GIF、AVIF 或 TIFF，最大 10 MB。圖片會裁切成正方形；任何人只要有連結，就能開啟。",
  save: "儲存",
  remove: "移除大頭照",
};
