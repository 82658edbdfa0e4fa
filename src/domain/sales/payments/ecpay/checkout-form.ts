import type { CheckoutForm, PaymentRequest, ProviderAccount } from "../provider.ts";
import { daysOf, type EcpayMethod, ecpayMethods, methodsOf, shopOf } from "./account.ts";
import { toEcpay } from "./amounts.ts";
import { sign } from "./check-mac-value.ts";
import { paymentField } from "./read-notification.ts";
import { formatTaipei } from "./taipei-time.ts";
import { tradeNumber } from "./trade-number.ts";

const names: Record<EcpayMethod, string> = { card: "Credit", atm: "ATM", cvs: "CVS" };

/** Ways to pay at ECPay that Lectern does not know how to refund or to follow. */
const others = ["WebATM", "BARCODE", "ApplePay", "TWQR", "BNPL", "WeiXin"];

/**
 * The signed fields that the browser posts to ECPay's page (AioCheckOut V5). ECPay notifies `/payments/ecpay/events`,
 * and sends the browser back to the page of the order.
 */
export function checkoutForm(account: ProviderAccount, request: PaymentRequest & { locale: string }): CheckoutForm {
  const shop = shopOf(account);
  const { paymentId, orderNumber, amount, description, now, returnUrl, origin, locale } = request;
  const dollars = toEcpay(amount);
  if (dollars === undefined) throw new Error("ECPay accepts whole New Taiwan dollars only.");
  const methods = methodsOf(account);
  const [only] = methods;
  const isOne = methods.length === 1 && only !== undefined;
  const ignored = [
    ...ecpayMethods.filter((method) => !methods.includes(method)).map((method) => names[method]),
    ...others,
  ];
  const days = daysOf(account);
  const notified = `${origin}/payments/ecpay/events`;
  const offersLater = methods.some((method) => method !== "card");
  const fields = {
    MerchantID: shop.merchantId,
    MerchantTradeNo: tradeNumber(paymentId),
    MerchantTradeDate: formatTaipei(now),
    PaymentType: "aio",
    TotalAmount: String(dollars),
    TradeDesc: orderNumber,
    ItemName: plain(description, 190) || orderNumber,
    ReturnURL: notified,
    ChoosePayment: isOne ? names[only] : "ALL",
    ...(!isOne && { IgnorePayment: ignored.join("#") }),
    EncryptType: "1",
    NeedExtraPaidInfo: "Y",
    ...(offersLater && {
      PaymentInfoURL: notified,
      ClientRedirectURL: `${returnUrl}/return`,
      ExpireDate: String(days),
      StoreExpireDate: String(days * 24 * 60),
    }),
    OrderResultURL: `${returnUrl}/return`,
    ClientBackURL: returnUrl,
    [paymentField]: paymentId,
    ...(!locale.startsWith("zh") && { Language: "ENG" }),
  };
  return { action: `${shop.address}/Cashier/AioCheckOut/V5`, fields: { ...sign(fields, shop) } };
}

/** ECPay refuses special characters and cuts longer names, so that their signature would be wrong. */
const plain = (text: string, maxLength: number): string =>
  [...text.replaceAll(/[\p{P}\p{S}\p{C}\s]+/gu, " ").trim()].slice(0, maxLength).join("").trim();
