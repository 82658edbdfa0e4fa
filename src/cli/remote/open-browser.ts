import { spawn } from "node:child_process";

const programs: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Opens an http address in the browser, if there is one. The address is printed anyway. */
export function openBrowser(address: URL): void {
  if (address.protocol !== "https:" && address.protocol !== "http:") return;
  const [program, ...args] = programs[process.platform] ?? ["xdg-open"];
  spawn(program, [...args, address.href], { stdio: "ignore", detached: true })
    .on("error", () => {})
    .unref();
}
