const browsers: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "Mac"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** Returns browser and operating system from a user agent, so that members recognize their own devices. */
export const deviceName = (userAgent: string): string => knownDevice(userAgent) ?? (userAgent.slice(0, 60) || "?");

/** The same, or undefined for unknown ones: a client chooses its user agent, and an email must not repeat it. */
export function knownDevice(userAgent: string): string | undefined {
  const nameIn = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  const named = [nameIn(browsers), nameIn(systems)].filter((name) => name !== undefined);
  return named.length > 0 ? named.join(" · ") : undefined;
}
