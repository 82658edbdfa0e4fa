import { createCipheriv, createDecipheriv } from "node:crypto";
import * as z from "zod";
import type { Shop } from "./account.ts";
import { post, requestTimeoutMs, timestamp } from "./client.ts";

const Whole = z.coerce.number().int();

/** The answer about a card payment. Amounts in whole dollars. */
const Detail = z.object({
  RtnMsg: z.string().optional(),
  RtnValue: z
    .object({
      amount: Whole,
      status: z.string(),
      close_data: z
        .array(z.object({ status: z.string(), amount: Whole }))
        .nullish()
        .transform((rows) => rows ?? []),
    })
    .optional(),
});

/** `authorized`: not captured. `closing`: will be captured today. `closed`: captured. `released`: given up. */
type Capture = "authorized" | "closing" | "closed" | "reopened" | "released" | "unknown";

const captures: Partial<Record<string, Capture>> = {
  已授權: "authorized",
  要關帳: "closing",
  已關帳: "closed",
  操作取消: "reopened",
  已取消: "released",
};

export interface CardDetail {
  capture: Capture;
  amount: number;
  /** The total that was returned. */
  refunded: number;
}

/**
 * Asks for the state of a card payment by our number. This API of ECPay is encrypted (AES-128-CBC) instead of signed.
 * The last row of `close_data` with a positive amount has the state, and rows with negative amounts are refunds. See
 * https://developers.ecpay.com.tw/?p=45925.
 */
export async function readCardDetail(shop: Shop, number: string): Promise<CardDetail> {
  const request = { MerchantID: shop.merchantId, MerchantTradeNo: number };
  const body = {
    MerchantID: shop.merchantId,
    RqHeader: { Timestamp: timestamp() },
    Data: encrypt(JSON.stringify(request), shop),
  };
  const address = `${shop.cardAddress}/1.0.0/CreditDetail/QueryTrade`;
  const text = await post(address, "application/json", JSON.stringify(body), requestTimeoutMs);
  const answer = z.object({ TransCode: Whole, Data: z.string() }).parse(JSON.parse(text));
  const { RtnValue: value } = Detail.parse(JSON.parse(decrypt(answer.Data, shop)));
  if (answer.TransCode !== 1 || !value) throw new Error("ECPay did not answer about a card payment.");
  const canceled = (status: string) => captures[status] === "released" || captures[status] === "reopened";
  const last = value.close_data.findLast(({ amount }) => amount > 0);
  const refunds = value.close_data.filter(({ amount, status }) => amount < 0 && !canceled(status));
  return {
    capture: captures[(last ?? value).status] ?? "unknown",
    amount: value.amount,
    refunded: -refunds.reduce((sum, { amount }) => sum + amount, 0),
  };
}

type Keys = Pick<Shop, "hashKey" | "hashIv">;

export function encrypt(text: string, { hashKey, hashIv }: Keys): string {
  const cipher = createCipheriv("aes-128-cbc", hashKey, hashIv);
  return cipher.update(encodeURIComponent(text), "utf8", "base64") + cipher.final("base64");
}

export function decrypt(data: string, { hashKey, hashIv }: Keys): string {
  const decipher = createDecipheriv("aes-128-cbc", hashKey, hashIv);
  const text = decipher.update(data, "base64", "utf8") + decipher.final("utf8");
  return decodeURIComponent(text.replaceAll("+", "%20"));
}
