/** Who takes payments, or says that they were made. */
export const paymentProviders = ["stripe", "ecpay", "newebpay", "offline", "test", "external"] as const;
