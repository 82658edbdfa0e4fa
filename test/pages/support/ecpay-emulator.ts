import { createCipheriv, createDecipheriv, randomInt } from "node:crypto";
import { ECPayPayment } from "@rytass/payments-adapter-ecpay";
import { serveEmulator } from "./provider-emulator.ts";

export type Fields = Record<string, string>;

/** A trade at the emulated ECPay, with the fields that it was created with. */
export interface Trade {
  fields: Fields;
  tradeNo: string;
  paymentType: string;
  status: "0" | "1" | "10200095";
  /** Account or code. */
  issued: Fields;
  /** Rows of `close_data`, and the state of the authorization. */
  card: { status: string; rows: { status: string; amount: number }[] };
  /** Questions about it fail. */
  isBroken?: boolean;
}

const digits = (length: number) => Array.from({ length }, () => randomInt(10)).join("");

/** What the emulator does instead of answering. `lose`: the request succeeds, but its answer does not arrive. */
type Fault = "fail" | "refuse" | "lose";

/** A shop at the emulated ECPay. Its signatures are made and checked by a library of others. */
export class EcpayShop {
  readonly merchantId = digits(7);
  readonly hashKey = digits(16);
  readonly hashIv = digits(16);
  readonly trades = new Map<string, Trade>();
  readonly received: { path: string; fields: Fields }[] = [];
  fault: Fault | undefined;
  readonly #gateway = new ECPayPayment({ merchantId: this.merchantId, hashKey: this.hashKey, hashIv: this.hashIv });

  sign(fields: Fields): Fields {
    return (Reflect.get(this.#gateway, "addMac") as (fields: Fields) => Fields).call(this.#gateway, fields);
  }

  isSigned(fields: Fields): boolean {
    return (Reflect.get(this.#gateway, "checkMac") as (fields: Fields) => boolean).call(this.#gateway, fields);
  }

  /** The browser posts the form of the checkout. Returns what ECPay's page says. */
  open(fields: Fields): "opened" | "wrong signature" | "known number" {
    if (!this.isSigned(fields)) return "wrong signature";
    const number = fields["MerchantTradeNo"]!;
    if (this.trades.has(number)) return "known number";
    const card = { status: "已授權", rows: [] };
    const tradeNo = digits(16);
    this.trades.set(number, { fields, tradeNo, paymentType: "", status: "0", issued: {}, card });
    return "opened";
  }

  get newest(): Trade {
    return [...this.trades.values()].at(-1)!;
  }

  /** The member pays, or chooses a way to pay later. */
  pay(trade: Trade, paymentType = "Credit_CreditCard"): Trade {
    return Object.assign(trade, { status: "1", paymentType });
  }

  issue(trade: Trade, kind: "atm" | "cvs", expireDate: string): Trade {
    const given: Fields = kind === "atm" ? { BankCode: "118", vAccount: digits(14) } : { PaymentNo: `GW${digits(12)}` };
    const issued: Fields = { ...given, ExpireDate: expireDate };
    return Object.assign(trade, { paymentType: kind === "atm" ? "ATM_LAND" : "CVS_IBON", issued });
  }

  /** A signed notification, as posted to `ReturnURL` or `PaymentInfoURL`. */
  notification(trade: Trade, { code, ...changes }: Fields & { code?: string } = {}) {
    const { fields, tradeNo, paymentType, issued, status } = trade;
    const usual = status === "1" ? "1" : paymentType.startsWith("ATM") ? "2" : "10100073";
    const notified: Fields = {
      MerchantID: this.merchantId,
      MerchantTradeNo: fields["MerchantTradeNo"]!,
      RtnCode: code ?? usual,
      RtnMsg: "交易成功 (OK)!",
      TradeNo: tradeNo,
      TradeAmt: fields["TotalAmount"]!,
      PaymentType: paymentType,
      TradeDate: fields["MerchantTradeDate"]!,
      CustomField1: fields["CustomField1"]!,
      ...(status === "1"
        ? { PaymentDate: "2026/11/23 20:15:00", SimulatePaid: "0", card4no: "2222", card6no: "431195" }
        : issued),
      ...changes,
    };
    const payload = new URLSearchParams(this.sign(notified)).toString();
    return { payload, headers: { "content-type": "application/x-www-form-urlencoded" } };
  }

  answer(path: string, fields: Fields): string {
    const trade = this.trades.get(fields["MerchantTradeNo"]!);
    const known = { MerchantID: this.merchantId, MerchantTradeNo: fields["MerchantTradeNo"]!, CheckMacValue: "" };
    switch (path) {
      case "/Cashier/AioCheckOut/V5":
        return this.open(fields);
      case "/Cashier/QueryTradeInfo/V5":
        return this.#encode(
          trade
            ? {
                ...known,
                TradeNo: trade.tradeNo,
                TradeAmt: trade.fields["TotalAmount"]!,
                PaymentType: trade.paymentType,
                TradeStatus: trade.status,
                ItemName: trade.fields["ItemName"]!,
              }
            : { ...known, TradeStatus: "10200047" },
        );
      case "/Cashier/QueryPaymentInfo":
        return this.#encode({
          ...known,
          PaymentType: trade!.paymentType,
          RtnCode: trade!.paymentType.startsWith("ATM") ? "2" : "10100073",
          ...trade!.issued,
        });
      default:
        return new URLSearchParams({ ...known, ...this.#act(trade!, fields) }).toString();
    }
  }

  #encode({ CheckMacValue: _none, ...fields }: Fields): string {
    return new URLSearchParams(this.sign(fields)).toString();
  }

  #act({ card }: Trade, { Action: action, TotalAmount: amount }: Fields): Fields {
    if (this.fault === "refuse") return { RtnCode: "10100050", RtnMsg: "error_overDate" };
    const last = card.rows.findLast((row) => row.amount > 0);
    const state = last?.status ?? card.status;
    const allowed = { R: ["要關帳", "已關帳"], E: ["要關帳"], N: ["已授權", "操作取消"] }[action as "R"];
    if (!allowed.includes(state)) return { RtnCode: "10100052", RtnMsg: "error_status" };
    if (action === "R") card.rows.push({ status: state, amount: -Number(amount) });
    if (action === "E") last!.status = "操作取消";
    if (action === "N") card.status = "已取消";
    if (action === "N" && last) last.status = "已取消";
    return { RtnCode: "1", RtnMsg: "OK" };
  }

  /** The day's capture: `要關帳` before it, `已關帳` after it. */
  capture(trade: Trade, status: "要關帳" | "已關帳"): void {
    trade.card.rows = [{ status, amount: Number(trade.fields["TotalAmount"]) }];
  }

  cardDetail(data: string): string {
    const { MerchantTradeNo: number } = JSON.parse(this.#open(data)) as Fields;
    const { fields, card } = this.trades.get(number!)!;
    const value = { TradeID: 1, amount: fields["TotalAmount"], clsamt: 0, status: card.status, close_data: card.rows };
    const answer = { RtnMsg: "", RtnValue: value };
    return JSON.stringify({ MerchantID: this.merchantId, TransCode: 1, TransMsg: "Success", Data: this.#seal(answer) });
  }

  #open(data: string): string {
    const decipher = createDecipheriv("aes-128-cbc", this.hashKey, this.hashIv);
    return decodeURIComponent(decipher.update(data, "base64", "utf8") + decipher.final("utf8"));
  }

  /** As PHP encodes: spaces as plus signs. */
  #seal(content: object): string {
    const cipher = createCipheriv("aes-128-cbc", this.hashKey, this.hashIv);
    const text = new URLSearchParams({ x: JSON.stringify(content) }).toString().slice(2);
    return cipher.update(text, "utf8", "base64") + cipher.final("base64");
  }
}

const shops = new Map<string, EcpayShop>();

/** Opens a shop at the emulator. */
export function anEcpayAccount(): EcpayShop {
  const shop = new EcpayShop();
  shops.set(shop.merchantId, shop);
  return shop;
}

await serveEmulator("ecpay", ({ url: path, body }) => {
  const isJson = path.startsWith("/1.0.0/");
  const sent = isJson ? (JSON.parse(body) as Fields) : Object.fromEntries(new URLSearchParams(body));
  const shop = shops.get(sent["MerchantID"]!);
  shop?.received.push({ path, fields: sent });
  const isBroken = path.startsWith("/Cashier/Query") && shop?.trades.get(sent["MerchantTradeNo"]!)?.isBroken === true;
  if (!shop || shop.fault === "fail" || isBroken) return { status: shop ? 500 : 200, body: "" };
  if (!isJson && !shop.isSigned(sent)) return { status: 200, body: "TradeStatus=10200073" };
  const answer = isJson ? shop.cardDetail(sent["Data"]!) : shop.answer(path, sent);
  const isLost = shop.fault === "lose" && path === "/CreditDetail/DoAction";
  return isLost ? "disconnect" : { status: 200, body: answer };
});
