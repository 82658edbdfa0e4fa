import { operationsOnCategories } from "#domain/content/flat-categories/operations-on-categories.ts";
import { eventCategories } from "./event-category.ts";

export const {
  list: listEventCategories,
  get: getEventCategory,
  create: createEventCategory,
  change: updateEventCategory,
  remove: deleteEventCategory,
} = operationsOnCategories(eventCategories);
