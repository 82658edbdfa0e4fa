/** A domain event for webhook subscribers: `course.published`, with the object in wire format. */
export interface OutboxEvent {
  type: `${string}.${string}`;
  objectId: string;
  /** The type and ID of the object, and facts about the event. The state of the object is added before the commit. */
  data: Record<string, unknown>;
  /** True if `data` has the state of the object already. */
  isWhole?: boolean | undefined;
  /** Previous values of the changed fields, in wire format. */
  previousAttributes?: Record<string, unknown> | undefined;
}
