import { scopeNames } from "#access/scopes.ts";
import zhTWScopes from "#access/text/zh-tw-scopes.json" with { type: "json" };
import type { Site } from "#domain/platform/site/site.ts";
import { plain, tableRow } from "../plain-markdown.ts";
import type { enAuth } from "./en-auth.ts";
import { readTemplate } from "#lib/text/read-template.ts";

const document = readTemplate(new URL("zh-tw-auth.md", import.meta.url));

export const zhTWAuth: typeof enAuth = ({ origin, name, settings }) =>
  document({
    origin,
    name: plain(name),
    resource: encodeURIComponent(origin),
    metadataDocuments: metadataDocuments(settings),
    idToken: idToken(origin, settings),
    grace: grace(settings),
    scopes: scopeNames.map((scope) => tableRow(`\`${scope}\``, zhTWScopes[scope])).join("\n"),
  });

function metadataDocuments({ openClientMetadataDocuments, clientMetadataHosts }: Site["settings"]): string {
  const unreviewed = "在本站的管理人員審核之前，用戶端只能要求身分與讀取的權限範圍。";
  if (openClientMetadataDocuments) return `本站接受任何主機的文件。${unreviewed}`;
  if (clientMetadataHosts.length > 0) return `本站接受列出之主機的文件。${unreviewed}`;
  return "本站目前不接受：`client_id_metadata_document_supported` 為 false。";
}

const grace = ({ refreshTokenGrace }: Site["settings"]): string =>
  refreshTokenGrace === 0
    ? "重複使用會撤銷這次授權的所有權杖。"
    : `第一次使用後的 ${refreshTokenGrace} 秒內，同一個用戶端可以再次使用，以因應遺失的回應或同時送出的要求。請儲存這段期間最後取得的權杖：其中一個更新權杖一經使用，其他的隨即失效。之後再使用，會撤銷這次授權的所有權杖。`;

const idToken = (origin: string, { signing }: Site["settings"]): string =>
  signing === "on"
    ? `要求 \`openid\` 時也包含 \`id_token\`：ES256，\`iss\` 為 ${origin}，\`aud\` 為你的 client_id，有效 10 分鐘，並包含你的 \`nonce\`；金鑰位於 ${origin}/api/oauth/jwks。`
    : "本站目前不發給 `id_token`，請使用 UserInfo。";
