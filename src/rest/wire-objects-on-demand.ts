import type { WireObjects } from "#domain/engagement/webhooks/webhook-system.ts";

/** Loads the operator API's schemas when the first object is serialized. */
export const wireObjectsOnDemand: WireObjects = {
  read: async (...requested) => (await import("./wire-objects.ts")).wireObjects.read(...requested),
  schemaOf: async (object) => (await import("./wire-objects.ts")).wireObjects.schemaOf(object),
};
