/** Messages of a provider: one that failed, one of an unknown order, one that was applied. */
export const providerEventRows = (orderId: string, orderNumber: string, receivedAt: Date) =>
  (
    [
      ["checkout.session.completed", "failed", "unexpected"],
      ["charge.dispute.created", "unknown", null],
      ["invoice.paid", "applied", null],
    ] as const
  ).map(([type, result, error]) => ({
    provider: "stripe" as const,
    messageId: "evt_1Q2w3E4r5T6y7U8i9O0pAsDf",
    type,
    result,
    error,
    orderId: result === "unknown" ? null : orderId,
    orderNumber: result === "unknown" ? null : orderNumber,
    receivedAt,
    processedAt: result === "failed" ? null : receivedAt,
    isWaiting: result !== "applied",
  }));
