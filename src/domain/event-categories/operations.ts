import { operationsOnCategories } from "#domain/flat-categories/operations-on-categories.ts";
import { eventCategories } from "./event-category.ts";

export const {
  list: listEventCategories,
  create: createEventCategory,
  change: updateEventCategory,
  remove: deleteEventCategory,
} = operationsOnCategories(eventCategories);
