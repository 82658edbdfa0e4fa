import { formatId } from "#domain/ids.ts";
import type { OutboxEvent } from "#domain/outbox/record-event.ts";

/** That somebody has answered a form, wherever that was. */
export const submissionCreated = ({ id, formId }: { id: string; formId: string }): OutboxEvent => ({
  type: "form_submission.created",
  objectId: formatId("formSubmission", id),
  data: { object: "form_submission", id: formatId("formSubmission", id), form_id: formatId("form", formId) },
});
