import { formatId } from "#domain/platform/ids.ts";
import type { OutboxEvent } from "#domain/platform/outbox/outbox-event.ts";

/** Event for a new submission from any surface. */
export const submissionCreated = ({ id, formId }: { id: string; formId: string }): OutboxEvent => ({
  type: "form_submission.created",
  objectId: formatId("formSubmission", id),
  data: { object: "form_submission", id: formatId("formSubmission", id), form_id: formatId("form", formId) },
});
