import { formatId } from "#domain/platform/ids.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";

/** Event for a new submission from any surface. */
export const submissionCreated = ({ id, formId }: { id: string; formId: string }): OutboxEvent =>
  eventAbout("form_submission.created", "formSubmission", id, { form_id: formatId("form", formId) });
