import type { ProviderAccount } from "../provider.ts";

/** A shop at ECPay (特店). */
export interface Shop {
  merchantId: string;
  hashKey: string;
  hashIv: string;
  /** False at ECPay's test environment (stage), where no money is moved. */
  isProduction: boolean;
  /** Address of the checkout, of queries and of refunds. */
  address: string;
  /** Address of the queries about cards. */
  cardAddress: string;
}

export const environments = ["production", "stage"] as const;

export function shopOf({ credentials, apiAddress }: ProviderAccount): Shop {
  const { merchantId = "", hashKey = "", hashIv = "", environment } = credentials;
  const isProduction = environment !== "stage";
  const suffix = isProduction ? "" : "-stage";
  return {
    merchantId,
    hashKey,
    hashIv,
    isProduction,
    address: apiAddress ?? `https://payment${suffix}.ecpay.com.tw`,
    cardAddress: apiAddress ?? `https://ecpayment${suffix}.ecpay.com.tw`,
  };
}

/** Ways to pay that a school can offer. */
export const ecpayMethods = ["card", "atm", "cvs"] as const;
export type EcpayMethod = (typeof ecpayMethods)[number];

/** Ways to pay that the school offers: all of them until it chooses. */
export function methodsOf({ settings }: Pick<ProviderAccount, "settings">): EcpayMethod[] {
  const chosen = settings["methods"]?.split(" ") ?? [];
  const methods = ecpayMethods.filter((method) => chosen.includes(method));
  return methods.length === 0 ? [...ecpayMethods] : methods;
}

/** Days for which an account or a code can be paid. Their seats are reserved as long. */
export const paymentDays = { min: 1, max: 30, default: 3 };

export function daysOf({ settings }: Pick<ProviderAccount, "settings">): number {
  const days = Number(settings["days"] ?? paymentDays.default);
  const isValid = Number.isInteger(days) && days >= paymentDays.min && days <= paymentDays.max;
  return isValid ? days : paymentDays.default;
}
