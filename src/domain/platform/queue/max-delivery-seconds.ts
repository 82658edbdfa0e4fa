/**
 * Maximum delivery time in seconds. Longer than every timeout of a working server; the queue releases the job after
 * twice as long.
 */
export const maxDeliverySeconds = 60;
