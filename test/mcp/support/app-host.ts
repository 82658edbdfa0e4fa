import { AppBridge } from "@modelcontextprotocol/ext-apps/app-bridge";
import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import type { Browser, FrameLocator, Page } from "playwright-core";

type HostContext = Parameters<AppBridge["setHostContext"]>[0];
type ToolResult = Parameters<AppBridge["sendToolResult"]>[0];

export interface AppHost {
  page: Page;
  view: FrameLocator;
  /** Addresses that the view asked the host to open. */
  opened: string[];
  send(result: ToolResult): Promise<void>;
  /** Ends the view as hosts do, and closes the page. */
  close(): Promise<void>;
}

/**
 * Shows the document of an app in a sandboxed frame of Chromium, with the host library of the extension. The library
 * runs in this process, and the page relays its messages.
 */
export async function showApp(browser: Browser, document: string, hostContext: HostContext): Promise<AppHost> {
  const page = await browser.newPage();
  const opened: string[] = [];
  const bridge = new AppBridge(null, { name: "test-host", version: "1.0.0" }, { openLinks: {} }, { hostContext });
  bridge.onopenlink = async ({ url }) => {
    opened.push(url);
    return {};
  };
  const initialized = new Promise<void>((resolve) => {
    bridge.oninitialized = () => resolve();
  });
  const transport: Transport = {
    start: async () => {},
    send: (message) =>
      page.evaluate(`document.querySelector("iframe").contentWindow.postMessage(${JSON.stringify(message)}, "*")`),
    close: async () => {},
  };
  await page.exposeFunction("receive", (message: JSONRPCMessage) => transport.onmessage?.(message));
  const frame = '<iframe title="View" sandbox="allow-scripts" style="width: 100%; height: 40rem; border: 0"></iframe>';
  await page.setContent(`<!doctype html><html lang="en"><title>Host</title>${frame}`);
  await bridge.connect(transport);
  await page.evaluate(`{
    const frame = document.querySelector("iframe");
    addEventListener("message", ({ source, data }) => source === frame.contentWindow && receive(data));
    frame.srcdoc = ${JSON.stringify(document)};
  }`);
  await initialized;
  return {
    page,
    view: page.frameLocator("iframe"),
    opened,
    send: (result) => bridge.sendToolResult(result),
    async close() {
      await bridge.teardownResource({});
      await page.close();
    },
  };
}
