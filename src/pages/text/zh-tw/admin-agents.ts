import type { enAdminAgents } from "../en/admin-agents.ts";

/** Connection of agents, in Traditional Chinese. */
export const zhTWAdminAgents: typeof enAdminAgents = {
  intro:
    "AI 助理與自動化工具透過 MCP 伺服器使用{site}。它們代表登入的人操作，權限以該成員允許且角色具備的為限。成員可以在自己的帳號中解除連結。",
  guide: "代理程式的運作方式：{guide}",
  guideName: "連接代理程式",
  contents: "程式",
  copy: "複製",
  copied: "已複製",
  addresses: {
    title: "網址",
    connect: "需要登入，供以下程式使用",
    anonymous: "不需登入的公開目錄，以及 API 金鑰",
    readonly: "僅限不會變更資料的工具",
  },
  where: { terminal: "命令列", address: "網址" },
  integration: {
    on: "整合服務 {name} 已啟用。",
    off: "整合服務 {name} 已停用，請先啟用：{link}",
    missing: "這台伺服器沒有整合服務 {name}，必須先由伺服器管理人員新增。",
  },
  documentHost: {
    allowed: "已允許 {host} 的應用程式。",
    refused: "這個程式以 {host} 的文件識別身分，請先允許這個主機：{link}",
  },
  remote: "由廠商的伺服器連線到學校，因此學校的網址必須能從網際網路連線。",
  hosts: {
    claude: {
      before:
        "在網頁、桌面或行動裝置的 Claude 開啟 `Customize`、`Connectors`，選擇加號按鈕與 `Add custom connector`，輸入名稱與這個網址：",
      after: "選擇 `Connect` 並登入。在 Team 與 Enterprise 方案中，必須先由擁有者新增連接器。",
    },
    claudeDesktop: {
      before:
        "適用於無法從網際網路連線的學校，需要 Node.js。開啟 `Settings`、`Developer`、`Edit Config`，將以下項目加入檔案，然後重新啟動 Claude Desktop：",
      after: "瀏覽器視窗會開啟，請在其中登入。",
    },
    claudeCode: {
      before: "執行這個命令：",
      after: "接著在 Claude Code 輸入 `/mcp`，選擇伺服器並登入。",
    },
    chatgpt: {
      before:
        "在 `Settings`、`Security and login` 開啟 `Developer mode`。開啟 `chatgpt.com/plugins`，選擇加號按鈕與 `Add custom MCP server`，輸入名稱與這個伺服器網址，驗證方式選擇 `OAuth`：",
      after: "選擇 `Create as a plugin` 並登入。工作區可以限制只有管理員能夠新增。",
    },
    cursor: {
      before: "將以下項目加入檔案，適用於所有專案；也可以加入單一專案的 `.cursor/mcp.json`：",
      after:
        '在 Cursor 要求時登入。如果 Cursor 無法自行登記，請建立重新導向 URI 為 `http://localhost:8787/callback` 的 OAuth 應用程式，並將其用戶端 ID 加入項目：`"auth": {"CLIENT_ID": "cli_…"}`。',
    },
    vscode: {
      before: "從命令選擇區執行 `MCP: Open User Configuration`，或將以下項目加入工作區的檔案：",
      after: "啟動伺服器，並在 VS Code 要求時登入。",
    },
    codex: {
      before: "執行命令，或將以下項目加入檔案：",
      after: "如果沒有開啟瀏覽器視窗供登入，請執行 `codex mcp login {server}`。",
    },
    gemini: {
      before: "執行命令，或將以下項目加入檔案：",
      after: "接著在 Gemini CLI 輸入 `/mcp auth {server}` 並登入。",
    },
    n8n: {
      before:
        "在 AI 代理程式加入 `MCP Client Tool` 節點，或在工作流程加入 `MCP Client` 節點。傳輸方式選擇 `HTTP Streamable`，並輸入這個端點：",
      after:
        "驗證方式選擇 `Bearer Auth`，使用學校的 API 金鑰。整合服務啟用時，n8n Cloud 也可以改用 `MCP OAuth2` 登入。",
    },
  },
};
