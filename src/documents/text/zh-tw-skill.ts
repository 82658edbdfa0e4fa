import type { Site } from "#domain/platform/site/site.ts";
import { plain } from "../plain-markdown.ts";
import type { DocumentText } from "./document-text.ts";
import { readTemplate } from "#lib/text/read-template.ts";

const body = readTemplate(new URL("zh-tw-skill.md", import.meta.url));

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

export const zhTWSkill: DocumentText["skill"] = {
  description: ({ name, origin }: Site): string =>
    `使用線上學校「${oneLine(name).slice(0, 200)}」（${origin}）。可以查詢課程、活動與價格，為成員顯示自己的課程與進度，並為工作人員管理學校：課程、學員、修課、訊息、優惠券、活動、訂單與匯出。當使用者提到這所學校或 ${new URL(origin).host} 時使用。`,
  body: ({ name, origin }: Site): string => body({ origin, name: plain(name) }),
};
