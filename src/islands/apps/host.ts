/**
 * Connects a view to its host (MCP Apps, `ui/initialize`). The library of the extension has 540 kB with its dependencies,
 * which the host would load with each view.
 */

/** A result of a tool, as the host passes it. */
interface ToolResult {
  structuredContent?: { truncated?: boolean };
  isError?: boolean;
  content?: { type: string; text?: string }[];
}

/** The language, the colors and the fonts of the host. */
interface HostContext {
  theme?: string;
  locale?: string;
  styles?: { variables?: Record<string, unknown> };
}

interface Initialized {
  hostCapabilities?: { openLinks?: object };
  hostContext?: HostContext;
}

interface Message {
  jsonrpc?: string;
  id?: number;
  method?: string;
  params?: object;
  result?: unknown;
  error?: { code: number; message: string };
}

/** Texts of every view. */
interface CommonTexts {
  failed: string;
  part: string;
}

/** Returns the content of a view, in a language. */
type Show<Result, Texts> = (result: Result, text: Texts, locale: string) => HTMLElement[];

const pending = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
let lastId = 0;
let opensLinks = false;

const post = (message: Message): void => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

const notify = (method: string, params = {}): void => post({ method, params });

function request(method: string, params: object): Promise<unknown> {
  lastId += 1;
  const id = lastId;
  post({ id, method, params });
  return new Promise((resolve, reject) => {
    pending.set(id, { resolve, reject });
  });
}

/** Shows the results that the host passes. */
export async function connect<Result, Texts extends CommonTexts>(show: Show<Result, Texts>): Promise<void> {
  const view = document.getElementById("view");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The document has the texts of its view.
  const translations = JSON.parse(document.getElementById("texts")?.textContent ?? "{}") as Record<string, Texts>;
  let context: HostContext = {};
  let shown: ToolResult | undefined;

  function render(): void {
    if (shown === undefined) return;
    const locale = /^zh\b/i.test(context.locale ?? navigator.language) ? "zh-TW" : "en";
    document.documentElement.lang = locale;
    const text = translations[locale];
    if (text) view?.replaceChildren(...contentOf(shown, text, locale));
  }

  function contentOf({ structuredContent, isError, content }: ToolResult, text: Texts, locale: string): HTMLElement[] {
    if (isError || !structuredContent) {
      const message = content?.find(({ type }) => type === "text")?.text ?? "";
      return [element("p", "failure", text.failed), element("p", "detail", message)];
    }
    const note = structuredContent.truncated ? [element("p", "note", text.part)] : [];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A result of the tool of this view.
    return [...note, ...show(structuredContent as Result, text, locale)];
  }

  /** Uses the language, the colors and the fonts of the host. */
  function adopt(changes: HostContext): void {
    context = { ...context, ...changes };
    const { style, dataset } = document.documentElement;
    if (context.theme === "light" || context.theme === "dark") dataset["theme"] = context.theme;
    for (const [name, value] of Object.entries(context.styles?.variables ?? {})) {
      if (name.startsWith("--") && typeof value === "string") style.setProperty(name, value);
    }
    render();
  }

  function receive({ id, method, params = {}, result, error }: Message): void {
    if (method === undefined) settle(id ?? 0, result, error);
    else if (id !== undefined) {
      const isKnown = method === "ping" || method === "ui/resource-teardown";
      post(isKnown ? { id, result: {} } : { id, error: methodNotFound });
    } else if (method === "ui/notifications/tool-result") {
      shown = params;
      render();
    } else if (method === "ui/notifications/host-context-changed") {
      adopt(params);
    }
  }

  addEventListener("message", ({ source, data }: MessageEvent<Message | null>) => {
    if (source === parent && data?.jsonrpc === "2.0") receive(data);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The result of `ui/initialize`.
  const { hostCapabilities, hostContext } = (await request("ui/initialize", {
    appInfo: { name: document.title, version: "1.0.0" },
    appCapabilities: {},
    protocolVersion: "2026-01-26",
  })) as Initialized;
  opensLinks = Boolean(hostCapabilities?.openLinks);
  adopt(hostContext ?? {});
  notify("ui/notifications/initialized");
  new ResizeObserver(() => {
    const { width, height } = document.documentElement.getBoundingClientRect();
    notify("ui/notifications/size-changed", { width: Math.ceil(width), height: Math.ceil(height) });
  }).observe(document.documentElement);
}

/** JSON-RPC 2.0 §5.1. */
const methodNotFound = { code: -32_601, message: "Method not found" };

function settle(id: number, result: unknown, error: Message["error"]): void {
  const waiting = pending.get(id);
  pending.delete(id);
  if (error) waiting?.reject(new Error(error.message));
  else waiting?.resolve(result);
}

type Child = Node | string | null | undefined;

/** Makes an element. Text is never parsed as HTML. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = "",
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  if (className !== "") created.className = className;
  for (const child of children) if (child !== undefined && child !== null && child !== "") created.append(child);
  return created;
}

/** Links leave the sandbox through the host, which asks the person. */
export function link(label: string, address: unknown): HTMLElement | undefined {
  if (typeof address !== "string" || !/^https?:\/\//.test(address)) return undefined;
  const created = element("a", "button", label);
  created.href = address;
  created.target = "_blank";
  created.rel = "noopener noreferrer";
  created.addEventListener("click", (event) => {
    if (!opensLinks) return;
    event.preventDefault();
    request("ui/open-link", { url: address }).catch(() => undefined);
  });
  return created;
}
