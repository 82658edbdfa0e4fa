import { locales } from "#domain/platform/site/locales.ts";
import { fingerprint } from "#lib/ids/fingerprint.ts";
import { textFor } from "../text/catalogue.ts";

/**
 * Adds the time in the zone of the browser to times that are in another zone (`periodOnline`), and offers the
 * zone of the browser to the member. Without it, the page names the zone of the place.
 */
const localTimes = `const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const { lang } = document.documentElement;
const locale = lang === "en" ? "en-GB" : lang;
const day = { weekday: "short", year: "numeric", month: lang === "en" ? "short" : "long", day: "numeric" };
const clock = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const write = (time, options, zone = timeZone) => new Intl.DateTimeFormat(locale, { ...options, timeZone: zone }).format(time);

for (const element of document.querySelectorAll("[data-own-time]")) {
  const { ownTime, from, to, zone } = element.dataset;
  const [start, end] = [new Date(from), to ? new Date(to) : undefined];
  const isSame = (time) => write(time, { ...day, ...clock }) === write(time, { ...day, ...clock }, zone);
  if (isSame(start) && (!end || isSame(end))) continue;
  const isOneDay = end && write(start, day) === write(end, day);
  const rest = end ? " – " + write(end, isOneDay ? clock : { ...day, ...clock }) : "";
  element.textContent = ownTime.replace("{time}", () => write(start, { ...day, ...clock }) + rest);
  element.hidden = false;
}

for (const button of document.querySelectorAll("[data-own-zone]")) {
  const chosen = button.form.elements.namedItem("time_zone");
  if (chosen.value === timeZone) continue;
  button.value = timeZone;
  button.textContent = button.dataset.ownZone.replace("{zone}", () => timeZone);
  button.hidden = false;
}
`;

/** Shows the buttons that copy a value (`copyButton`). Without them, one click selects the value. */
const copying = `for (const button of document.querySelectorAll("[data-copy]")) {
  const { copy, copied } = button.dataset;
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(copy);
    } catch {
      getSelection().selectAllChildren(document.getElementById(button.getAttribute("aria-describedby")));
      if (!document.execCommand("copy")) return;
    }
    button.textContent = copied;
    setTimeout(() => (button.textContent = label), 3000);
  });
}
`;

const words = Object.fromEntries(locales.map((locale) => [locale, textFor(locale).signUp.field.showPassword]));

/**
 * Adds a button to each password field that shows what was entered. It is hidden again before it is sent or the page is
 * kept for the back button, and no spelling service gets to see it.
 */
const showing = `const words = ${JSON.stringify(words)};
for (const input of document.querySelectorAll('input[type="password"][autocomplete$="-password"]')) {
  const button = document.createElement("button");
  const show = (isShown) => {
    input.type = isShown ? "text" : "password";
    button.setAttribute("aria-pressed", String(isShown));
  };
  button.type = "button";
  button.className = "reveal";
  button.textContent = words[document.documentElement.lang] ?? words.en;
  button.setAttribute("aria-controls", input.id);
  const label = input.labels[0];
  if (label) button.setAttribute("aria-describedby", (label.id ||= input.id + "-label"));
  input.spellcheck = false;
  input.autocapitalize = "none";
  show(false);
  button.addEventListener("click", () => show(input.type === "password"));
  input.form?.addEventListener("submit", () => show(false));
  addEventListener("pagehide", () => show(false));
  input.after(button);
}
`;

const body = `${localTimes}${copying}${showing}`;

/** The script of pages that have one of its marks. */
export const pageScript = { path: `/assets/page-${fingerprint(body, 12)}.js`, body };

/** Attributes of the elements that the script changes or adds to. */
const marks = [
  " data-own-time=",
  " data-own-zone=",
  " data-copy=",
  'autocomplete="current-password"',
  'autocomplete="new-password"',
];

/** Adds the script to a page that has an element for it. */
export const withPageScript = (page: string): string =>
  marks.some((mark) => page.includes(mark))
    ? page.replace("</head>", () => `<script type="module" src="${pageScript.path}"></script></head>`)
    : page;

/** Returns the directives of a page with a permission for the script, if the page has it. */
export function admitPageScript(page: string, origin: string, directives: readonly string[]): readonly string[] {
  if (!page.includes(pageScript.path)) return directives;
  const source = `${origin}${pageScript.path}`;
  // Only the first directive of a name counts (CSP 3 §2.2.1).
  const existing = directives.find((directive) => directive.startsWith("script-src "));
  if (existing === undefined) return [...directives, `script-src ${source}`];
  if (existing.includes("'self'")) return directives;
  return directives.map((directive) => (directive === existing ? `${directive} ${source}` : directive));
}
