import os from "node:os";
import { isIP } from "node:net";
import { readDatabaseUrl } from "./database-url.ts";
import { isStoreUrl } from "../objects/open-store.ts";

export const oneOf =
  <Value extends string>(allowed: readonly Value[]) =>
  (text: string) =>
    allowed.find((value) => value === text);

export const wholeFrom =
  (least: number, most: number) =>
  (text: string): number | undefined => {
    const number = /^\d{1,5}$/.test(text) ? Number(text) : -1;
    return number >= least && number <= most ? number : undefined;
  };

export const parsePort = wholeFrom(1, 65_535);

/** The available parallelism follows the CPU affinity and the limits of the container. */
export const parseProcesses = (text: string): number | undefined =>
  text === "auto" ? Math.min(64, os.availableParallelism()) : wholeFrom(1, 64)(text);

export const parseHost = (text: string) =>
  isIP(text) || /^(?!-)[a-z0-9-]{1,63}(\.(?!-)[a-z0-9-]{1,63})*$/i.test(text) ? text : undefined;

export const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);

export const parseDatabaseUrl = (text: string) => (readDatabaseUrl(text) ? text : undefined);

export const parseStorageUrl = (text: string) => (isStoreUrl(text) ? text : undefined);

export const parseSmtpUrl = (text: string) =>
  /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text) && new URL(text).hostname !== "" ? text : undefined;

/** The origin of an API that receives secrets. */
export function parseApiOrigin(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.origin !== text.replace(/\/$/, "")) return undefined;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname)) ? url.origin : undefined;
}

/** Only host names after the @, so that the address needs no encoding in a header. */
export const parseMailAddress = (text: string) =>
  text.length <= 254 && /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/i.test(text)
    ? text
    : undefined;

export function parseKey(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, "hex");
  return /^[\w-]{43}=?$/.test(text) ? Buffer.from(text, "base64url") : undefined;
}

export function parseNetworks(text: string): string[] | undefined {
  const networks = text.split(",").map((network) => network.trim());
  return networks.every(isNetwork) ? networks : undefined;
}

function isNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
