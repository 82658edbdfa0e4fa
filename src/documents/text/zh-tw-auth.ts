import { scopeNames } from "#access/scopes.ts";
import zhTWScopes from "#access/text/zh-tw-scopes.json" with { type: "json" };
import type { Site } from "#domain/platform/site/site.ts";
import { plain, row } from "../plain-markdown.ts";
import type { enAuth } from "./en-auth.ts";

/** `/auth.md` in Traditional Chinese. */
export const zhTWAuth: typeof enAuth = ({ origin, name, settings }) => `# ${plain(name)}的授權方式

${origin} 有自己的 OAuth 2.0 授權伺服器，並支援 OpenID Connect。這份文件以本站的實際值說明授權流程。若與中繼資料不同，以中繼資料為準：${origin}/.well-known/oauth-authorization-server

**學校自己的程式**不需要這個流程，請見「API 金鑰」一節。

流程是授權碼加上 PKCE，\`code_challenge_method\` 只支援 \`S256\`。

**不支援：** 代理程式自行授權的擴充功能（\`agent_auth\`，包含 \`identity_assertion\`、\`service_auth\` 與匿名認領程序）。請勿傳送 ID-JAG 聲明，也不要呼叫 \`identity_endpoint\` 或 \`register_uri\`。沒有認領步驟：由人員在自己的瀏覽器登入並授予權限。

## 1. 探索

| 文件 | 網址 |
| --- | --- |
| 受保護資源（RFC 9728） | ${origin}/.well-known/oauth-protected-resource |
| 授權伺服器（RFC 8414） | ${origin}/.well-known/oauth-authorization-server |
| OpenID Connect | ${origin}/.well-known/openid-configuration |

\`resource\` 的值（RFC 8707）是 \`${origin}\`。請傳送至授權端點，並在權杖端點重複傳送。

## 2. 取得用戶端

**在使用者自己電腦上執行的程式**自行登記，只能使用回送位址的重新導向網址。每次執行的連接埠可以不同：

\`\`\`sh
curl -sS ${origin}/api/oauth/register -H 'content-type: application/json' -d '{
  "client_name": "My program",
  "application_type": "native",
  "redirect_uris": ["http://127.0.0.1:8976/callback"],
  "token_endpoint_auth_method": "none"
}'
\`\`\`

使用 \`"token_endpoint_auth_method": "client_secret_post"\` 時，回應包含 \`client_secret\`，請以表單欄位傳送。也可以使用 HTTP Basic（\`client_secret_basic\`），每次要求只能使用一種方式。\`post_logout_redirect_uris\` 的規則與 \`redirect_uris\` 相同。要求中的 \`scope\` 不會儲存：權限範圍在每次授權時授予。只有在用戶端的權限範圍受限時，回應才包含 \`scope\`。

**廠商平台**使用固定的 https 回呼網址，並以 \`client_name\` 登記。如果本站已啟用該整合服務，回應包含平台自己的 \`client_id\`。否則登記會失敗：回呼網址不符時為 \`invalid_redirect_uri\`，名稱不符時為 \`invalid_client_metadata\`。

**使用用戶端中繼資料文件的應用程式**以該文件的 https 網址作為 \`client_id\`。${metadataDocuments(settings)}

**供成員使用的應用程式**（\`account:read\`、\`account:write\`）由本站的管理人員在管理專區的「開發人員」、「OAuth 應用程式」中建立，無法自行登記。其他用戶端要求這些權限範圍時，會得到 \`invalid_scope\`。

## 3. 授權

將使用者的瀏覽器導向：

\`\`\`
${origin}/oauth/authorize?response_type=code&client_id=CLIENT_ID
  &redirect_uri=http%3A%2F%2F127.0.0.1%3A8976%2Fcallback
  &scope=openid%20profile%20email&resource=${encodeURIComponent(origin)}
  &code_challenge=CHALLENGE&code_challenge_method=S256&state=STATE&nonce=NONCE
\`\`\`

瀏覽器會帶著 \`code\`、\`state\` 與 \`iss\`（RFC 9207）返回。請確認 \`iss\` 是 \`${origin}\`。使用 \`response_mode=form_post\` 時，相同的值會以表單送出。\`state\` 最多 8,192 個字元。\`prompt=select_account\` 讓使用者選擇帳號。

## 4. 以授權碼換取權杖

\`\`\`sh
curl -sS ${origin}/api/oauth/token -d grant_type=authorization_code -d code=CODE \\
  -d redirect_uri=http://127.0.0.1:8976/callback -d client_id=CLIENT_ID \\
  -d code_verifier=VERIFIER -d resource=${origin}
\`\`\`

回應包含存取權杖、更新權杖與授予的 \`scope\`。${idToken(origin, settings)}

## 5. 使用權杖

在以下位置使用 \`Authorization: Bearer ACCESS_TOKEN\`：

| 資源 | 網址 |
| --- | --- |
| MCP 伺服器（公開工具不需要權杖） | ${origin}/mcp |
| MCP 伺服器，供在第一次要求時登入的主機使用（沒有權杖時回應 401） | ${origin}/mcp/connect |
| 成員 API（GraphQL；\`account:read\`，變更需要 \`account:write\`） | ${origin}/member/graphql |
| 營運者 API | ${origin}/api/v1，說明位於 ${origin}/openapi.json |
| UserInfo | ${origin}/api/oauth/userinfo |

Claude、ChatGPT、Cursor、VS Code 與其他 MCP 主機的設定：${origin}/docs/guides/connect-an-agent.md。工作人員可以在管理專區的「開發人員」、「連接代理程式」找到本站的設定。

401 \`invalid_token\` 會連結至受保護資源的中繼資料。403 \`insufficient_scope\` 會列出呼叫所需的所有權限範圍。403 \`role_required\` 表示該人員的角色都不具備所需的權限範圍，重新授權也沒有幫助。401 \`insufficient_user_authentication\` 表示學校要求更強或更近的登入（RFC 9470）：請以其中的 \`acr_values\` 與 \`max_age\` 重新授權，更新權杖沒有幫助。

## 6. 更新與撤銷

\`\`\`sh
curl -sS ${origin}/api/oauth/token -d grant_type=refresh_token -d refresh_token=REFRESH_TOKEN -d client_id=CLIENT_ID
curl -sS ${origin}/api/oauth/revoke -d token=TOKEN -d client_id=CLIENT_ID
\`\`\`

每個更新權杖只能使用一次，請儲存新的權杖。${grace(settings)}撤銷更新權杖時，它的存取權杖也會一併撤銷。

人員失去具備某個權限範圍的角色時，包含該權限範圍的更新權杖會撤銷（\`invalid_grant\`），即使角色恢復也不會復原。請讓人員重新授權，以取得其角色目前具備的權限範圍。存取權杖在到期前仍然有效，但需要已失去之權限範圍的呼叫會得到 403 \`role_required\`。

## 7. 登出

將使用者導向 ${origin}/oauth/logout，並附上 \`id_token_hint\`（可以已到期）、\`post_logout_redirect_uri\` 與 \`state\`（OpenID Connect RP-Initiated Logout 1.0）。重新導向網址必須與你的 \`post_logout_redirect_uris\` 之一完全相同，無論是登記的或列在中繼資料文件中的。除非提示是發給你的用戶端且屬於目前登入的成員，否則會請使用者確認。權杖仍然有效，請另外撤銷。

## API 金鑰

擁有者與管理員可以在管理專區的「開發人員」、「API 金鑰」中，或以 \`lectern key create\`，為學校自己的程式建立金鑰。金鑰以 \`lak_\` 開頭，屬於一位成員與本站，並且有期限。傳送方式與存取權杖相同：

\`\`\`sh
curl -sS "${origin}/api/v1/courses?limit=5" -H "Authorization: Bearer $LECTERN_API_KEY"
\`\`\`

金鑰可用於 ${origin}/api/v1 與 ${origin}/mcp，權限範圍以成員的角色目前具備的為限。金鑰不會具備 \`openid\`、\`profile\`、\`email\` 或 \`account:*\`，OAuth 端點也不接受金鑰。本站的資源伺服器可以檢查金鑰。撤銷的金鑰在下一次要求時就會失效。

人員可以用 \`lectern login ${origin}\` 從終端機登入，並以 \`lectern api GET /courses\` 呼叫 API。

## 權限範圍

| 權限範圍 | 允許 |
| --- | --- |
${scopeNames.map((scope) => row(`\`${scope}\``, zhTWScopes[scope])).join("\n")}

名稱 \`default\` 代表您的用戶端可以取得的所有身分與讀取權限範圍；回應會列出各個權限範圍的名稱。${origin}/mcp/connect 的質詢使用這個名稱，因為它同時適用於成員與工作人員的應用程式。

\`:write\` 權限範圍不包含 \`:read\` 權限範圍。人員的角色不具備的權限範圍不會授予。

錯誤與處理方式（英文）：${origin}/docs/errors

附有程式碼範例的指南（英文）：${origin}/docs.md

代理程式如何使用這所學校：${origin}/skill.md
`;

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
