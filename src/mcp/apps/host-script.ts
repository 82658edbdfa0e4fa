/**
 * Connects a view to its host (MCP Apps, `ui/initialize`). The library of the extension has 540 kB with its dependencies,
 * which the host would load with each view.
 */
export const hostScript = `
const pending = new Map();
let lastId = 0;
let host = {};
let context = {};
let shown;

const post = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
const notify = (method, params = {}) => post({ method, params });

function request(method, params) {
  const id = ++lastId;
  post({ id, method, params });
  return new Promise((resolve, reject) => pending.set(id, { resolve, reject }));
}

addEventListener("message", ({ source, data }) => {
  if (source !== parent || data?.jsonrpc !== "2.0") return;
  const { id, method, params, result, error } = data;
  if (method === undefined) {
    const waiting = pending.get(id);
    pending.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  } else if (id !== undefined) {
    if (method === "ping" || method === "ui/resource-teardown") post({ id, result: {} });
    else post({ id, error: { code: -32601, message: "Method not found" } });
  } else if (method === "ui/notifications/tool-result") {
    shown = params;
    render();
  } else if (method === "ui/notifications/host-context-changed") {
    adopt(params);
  }
});

/** Uses the language, the colors and the fonts of the host. */
function adopt(changes) {
  context = { ...context, ...changes };
  const { style, dataset } = document.documentElement;
  if (context.theme === "light" || context.theme === "dark") dataset.theme = context.theme;
  for (const [name, value] of Object.entries(context.styles?.variables ?? {})) {
    if (name.startsWith("--") && typeof value === "string") style.setProperty(name, value);
  }
  render();
}

function render() {
  if (shown === undefined) return;
  const locale = /^zh\\b/i.test(context.locale ?? navigator.language) ? "zh-TW" : "en";
  document.documentElement.lang = locale;
  const { structuredContent, isError, content } = shown;
  const text = translations[locale];
  if (isError || !structuredContent) {
    const message = content?.find(({ type }) => type === "text")?.text ?? "";
    view.replaceChildren(element("p", "failure", text.failed), element("p", "detail", message));
  } else {
    const note = structuredContent.truncated ? [element("p", "note", text.part)] : [];
    view.replaceChildren(...note, ...show(structuredContent, text, locale));
  }
}

const view = document.getElementById("view");

/** Text is never parsed as HTML. */
function element(name, className, ...children) {
  const created = document.createElement(name);
  if (className) created.className = className;
  created.append(...children.filter((child) => child !== undefined && child !== null && child !== ""));
  return created;
}

/** Links leave the sandbox through the host, which asks the person. */
function link(label, address) {
  if (typeof address !== "string" || !/^https?:\\/\\//.test(address)) return undefined;
  const created = element("a", "button", label);
  created.href = address;
  created.target = "_blank";
  created.rel = "noopener noreferrer";
  created.addEventListener("click", (event) => {
    if (!host.openLinks) return;
    event.preventDefault();
    request("ui/open-link", { url: address }).catch(() => {});
  });
  return created;
}

const appInfo = { name: document.title, version: "1.0.0" };
const { hostCapabilities, hostContext } = await request("ui/initialize", {
  appInfo,
  appCapabilities: {},
  protocolVersion: "2026-01-26",
});
host = hostCapabilities ?? {};
adopt(hostContext ?? {});
notify("ui/notifications/initialized");
new ResizeObserver(() => {
  const { width, height } = document.documentElement.getBoundingClientRect();
  notify("ui/notifications/size-changed", { width: Math.ceil(width), height: Math.ceil(height) });
}).observe(document.documentElement);
`;
