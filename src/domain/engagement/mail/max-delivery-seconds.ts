export const maxDeliverySeconds = 60;
