import type { Words } from "./words.ts";

export const zhTW: Words = {
  application_allowed: ({ application }) => ({
    title: `你已連結「${application}」`,
    body: `從現在起，「${application}」可以使用你在這所學校的帳號。不是你本人操作的嗎？請到帳號頁面撤銷它的授權、登出所有其他裝置，並變更密碼。`,
  }),
  event_moved: ({ event, startsAt }) => ({
    title: `「${event}」改期了`,
    body: `活動改於 ${startsAt} 開始。你的報名仍然有效。`,
  }),
  event_canceled: ({ event, reason }) => ({
    title: `「${event}」已取消`,
    body: reason === "" ? "這場活動不會舉行。" : `這場活動不會舉行。取消原因：${reason}`,
  }),
};
