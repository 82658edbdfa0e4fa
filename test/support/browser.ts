import fs from "node:fs";
import os from "node:os";
import path from "node:path";

import { chromium, type Browser } from "playwright-core";

import { packagedChromium } from "./browsers/packaged-chromium.ts";

const installed = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  path.join(os.homedir(), "Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
];

/**
 * A headless Chromium: from the variable CHROMIUM, the dependencies (Linux on x64), the system, or Playwright, which
 * explains its installation if missing. The caller closes it.
 */
export const launchBrowser = async (): Promise<Browser> => {
  // Chromium's sandbox does not work for root.
  const chromiumSandbox = process.getuid?.() !== 0;
  const named = process.env["CHROMIUM"];
  if (named) return chromium.launch({ executablePath: named, chromiumSandbox });
  if (process.platform === "linux" && process.arch === "x64") {
    const { executablePath, env } = await packagedChromium();
    // The package has no set-uid sandbox, and not every kernel allows user namespaces.
    return chromium.launch({ executablePath, chromiumSandbox: false, env });
  }
  const executablePath = installed.find((file) => fs.existsSync(file));
  return chromium.launch(executablePath ? { executablePath, chromiumSandbox } : { chromiumSandbox });
};
