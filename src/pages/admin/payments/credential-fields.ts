import { environments } from "#domain/sales/payments/ecpay/account.ts";
import type { ProviderName } from "#domain/site/selling/payment-provider.ts";

export type CredentialField = "secretKey" | "signingSecret" | "merchantId" | "hashKey" | "hashIv" | "environment";

/** `secret`: never shown again. `choice`: one of `values`. */
interface Field {
  name: CredentialField;
  kind: "secret" | "text" | "choice";
}

/** Fields that staff enters to connect a provider, in the order of the form. */
export const credentialFields = {
  stripe: [
    { name: "secretKey", kind: "secret" },
    { name: "signingSecret", kind: "secret" },
  ],
  ecpay: [
    { name: "environment", kind: "choice" },
    { name: "merchantId", kind: "text" },
    { name: "hashKey", kind: "secret" },
    { name: "hashIv", kind: "secret" },
  ],
} as const satisfies Partial<Record<ProviderName, readonly Field[]>>;

export type ConnectedProvider = keyof typeof credentialFields;

export const environmentChoices = environments;

/** Fields whose values are never kept or shown. */
export const secretNames: readonly CredentialField[] = Object.values(credentialFields)
  .flat()
  .filter(({ kind }) => kind === "secret")
  .map(({ name }) => name);
