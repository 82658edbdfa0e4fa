/** Sources of payments: payment providers and manual records. */
export const paymentProviders = ["stripe", "ecpay", "newebpay", "offline", "test", "external"] as const;
