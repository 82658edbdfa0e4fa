import type { Shop } from "./account.ts";
import { type Fields, isSigned, sign } from "./check-mac-value.ts";

/** Responses are far smaller. */
const maxResponseBytes = 256 * 1024;

export const requestTimeoutMs = 10_000;

/** Seconds since 1970. ECPay refuses requests that are older than 3 minutes by its clock. */
export const timestamp = (): number => Math.floor(Date.now() / 1000);

/** Sends a request and returns the body of the response. Throws unless the status is 200. */
export async function post(address: string, contentType: string, body: string, timeoutMs: number): Promise<string> {
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": contentType },
    body,
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`ECPay answered ${new URL(address).pathname} with status ${response.status}.`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxResponseBytes) throw new Error(`ECPay's answer to ${new URL(address).pathname} is too large.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Sends signed fields. Returns the fields of the response, whose signature is not checked. */
export async function postForm(
  shop: Shop,
  path: string,
  fields: Fields,
  timeoutMs = requestTimeoutMs,
): Promise<Fields> {
  const signed = sign({ MerchantID: shop.merchantId, ...fields }, shop);
  const body = new URLSearchParams(signed).toString();
  const answer = await post(`${shop.address}${path}`, "application/x-www-form-urlencoded", body, timeoutMs);
  return Object.fromEntries(new URLSearchParams(answer));
}

/** Asks about a trade. Undefined if ECPay has not signed the response with the keys of the shop. */
export async function query(
  shop: Shop,
  path: "/Cashier/QueryTradeInfo/V5" | "/Cashier/QueryPaymentInfo",
  number: string,
  timeoutMs = requestTimeoutMs,
): Promise<Fields | undefined> {
  const request = { MerchantTradeNo: number, TimeStamp: String(timestamp()) };
  const answer = await postForm(shop, path, request, timeoutMs);
  return isSigned(answer, shop) ? answer : undefined;
}
