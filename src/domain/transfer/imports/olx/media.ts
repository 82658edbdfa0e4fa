import { assetName } from "./asset-index.ts";
import type { OlxBlock } from "./block.ts";
import type { OlxFolder } from "./olx-folder.ts";
import { type Attachments, kindOf, staticFile } from "./static-files.ts";

const frame = /<iframe\b[^>]*>(?:\s*<\/iframe>)?/gi;
const player = /<(video|audio|source|track|embed|object)\b[^>]*>/gi;
const active = /<(script|style|form|input|button|select|textarea|canvas|svg|noscript)\b/gi;

/** Reports elements that a lecture cannot contain, and attaches what frames and players show. Returns the rest. */
export function withoutMedia(olx: OlxFolder, block: OlxBlock, html: string, attachments: Attachments): string {
  for (const name of new Set(html.match(active)?.map((tag) => tag.slice(1).toLowerCase()))) {
    olx.warn(block, `<${name}> is left out: lectures cannot contain active content`);
  }
  for (const [tag, element = ""] of html.matchAll(player)) attachPlayed(element.toLowerCase(), tag);
  return html.replaceAll(frame, (tag) => {
    const address = attributeOf(tag, "src");
    const title = attributeOf(tag, "title");
    if (attachments.addStatic(block, address, title) !== undefined) return "";
    const url = address.startsWith("//") ? `https:${address}` : address;
    const host = URL.parse(url)?.hostname ?? url.slice(0, 200);
    // Pages cannot embed what comes without encryption.
    if (url.startsWith("https:")) attachments.addAddress(block, "embed", url, title || host);
    else if (url.startsWith("http:")) attachments.addAddress(block, "link", url, title || host);
    else if (assetName(address) === undefined) olx.warn(block, `the frame ${address || "without a URL"} is left out`);
    return "";
  });

  function attachPlayed(element: string, tag: string): void {
    const addresses = (["src", "data", "poster"] as const).map((name) => attributeOf(tag, name)).filter(Boolean);
    const isOuter = element === "video" || element === "audio" || element === "object";
    // The sources of a player are elements of their own.
    if (addresses.length === 0 && isOuter) return;
    const title = attributeOf(tag, "title");
    for (const address of addresses) {
      if (assetName(address) !== undefined && attachments.addStatic(block, address, title) !== undefined) continue;
      const url = address.startsWith("//") ? `https:${address}` : address;
      const kind = kindOf(url);
      const isFile = kind === "video" || kind === "audio" || kind === "image" || kind === "pdf";
      if (url.startsWith("https:") && attachments.addAddress(block, isFile ? kind : "link", url, title)) continue;
      if (assetName(address) === undefined) olx.warn(block, `the <${element}> of ${address} is left out`);
    }
    if (addresses.length === 0) olx.warn(block, `a <${element}> without a URL is left out`);
  }
}

/** Attaches files that are named where no element shows them: in styles, in attributes of other elements, in scripts. */
export function attachNamed(olx: OlxFolder, block: OlxBlock, html: string, attachments: Attachments): void {
  const attached = new Set(attachments.all.map(({ file }) => file));
  const values = [/"([^"]*)"/g, /'([^']*)'/g, /\(([^()"']*)\)/g].flatMap((quoted) => [...html.matchAll(quoted)]);
  for (const [, quoted = ""] of values) {
    const value = unescaped(quoted);
    for (const address of value.split(/,\s+(?=\/?(?:static\/|asset-v1:|c4x\/))/)) {
      const name = assetName(address.trim()) ?? "";
      const file =
        name === ""
          ? undefined
          : (staticFile(olx, name) ?? staticFile(olx, name.slice(0, Math.max(0, name.lastIndexOf(" ")))));
      if (file === undefined || attached.has(file) || /\.(js|css|woff2?|ttf|otf|eot)$/i.test(file)) continue;
      attached.add(file);
      attachments.addStatic(block, `/${file}`);
    }
  }
}

const values = {
  src: /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i,
  data: /\sdata\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i,
  poster: /\sposter\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i,
  title: /\stitle\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i,
};

function attributeOf(tag: string, name: keyof typeof values): string {
  const [, double, single, bare] = values[name].exec(tag) ?? [];
  return unescaped(double ?? single ?? bare ?? "").trim();
}

const unescaped = (text: string): string => text.replaceAll(/&(amp|#38);/g, "&");
