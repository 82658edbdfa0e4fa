import type { FastifyInstance, FastifyReply } from "fastify";
import { verifiedSenderOf } from "#domain/messages/sender/sender.ts";
import { htmlForMail } from "#domain/people/messages/mail-body.ts";
import { createMessage } from "#domain/people/messages/operations.ts";
import { sendTestMessage } from "#domain/people/messages/try-message.ts";
import { runDry } from "#domain/platform/dry-run.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { withPointers } from "#domain/platform/input/refused-input.ts";
import type { FormFields } from "#lib/form-fields.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { wirePointer } from "#lib/wire/pointer.ts";
import { fieldsOf } from "../../forms/submitted-fields.ts";
import { sendPage } from "../../responses/send.ts";
import { textFor } from "../../text/catalogue.ts";
import { problemText } from "../../text/fields/texts.ts";
import { reviewOfMessage } from "../../views/admin/messages/review.ts";
import { type FoundPage } from "../derived/addresses.ts";
import { resolveNames } from "../derived/choices.ts";
import { formValuesOf } from "../derived/fill-form.ts";
import { formFieldsOf, pointerInForm } from "../derived/form-fields.ts";
import { describeForm, type FormState, modeOf } from "../derived/form-view.ts";
import { sendForm, submitForm } from "../derived/form.ts";
import { decodedInput } from "../derived/load-operation.ts";
import { readForm } from "../derived/read-form.ts";
import { submittedValues } from "../derived/submitted.ts";
import { type AdminPageRequest, derivedPageOf } from "../parts/page-request.ts";
import { formRoutes } from "../derived/form-routes.ts";
import { audienceInWords } from "./audience-in-words.ts";

const path = "/admin/messages/new";

const { getPage, postForm } = formRoutes("Only owners and managers write messages.");

/**
 * GET and POST /admin/messages/new. A message is written, reviewed with the number of its recipients, and sent: each step
 * posts all fields again as `step`: edit, test, send, or none for the review. Nothing is stored before it is sent.
 */
export function messagePages(app: FastifyInstance): void {
  getPage(app, path, async (pageRequest, request) => {
    const { page } = pageRequest;
    const fields = await formFieldsOf(page);
    const values = formValuesOf(fields, { audience: audienceIn(request.query) }, pageRequest.timeZone);
    return show(pageRequest, page, { fields, values, problems: new Map() });
  });

  postForm(app, path, (pageRequest, _form, request) => take(pageRequest, pageRequest.page, fieldsOf(request)));
}

/** The page that leads here says to whom: `?course_id=crs_…`. */
const kindsByParameter = {
  member_id: "member",
  course_id: "course",
  event_id: "event",
  plan_id: "membership",
  group_id: "group",
} as const;

function audienceIn(query: Readonly<Record<string, unknown>>): object | undefined {
  for (const [name, kind] of Object.entries(kindsByParameter)) {
    const value = query[name];
    if (typeof value === "string" && value.length <= 200) return { kind, [name]: value };
  }
  return undefined;
}

async function show(pageRequest: AdminPageRequest, page: FoundPage, state: FormState): Promise<FastifyReply> {
  const view = await describeForm(pageRequest, page, state);
  const { messages: text } = textFor(derivedPageOf(pageRequest, page.route.path).locale).admin;
  return sendForm(pageRequest, page, state, { described: { ...view, question: text.lead, submit: text.review } });
}

async function take(pageRequest: AdminPageRequest, page: FoundPage, submitted: FormFields): Promise<FastifyReply> {
  const { context, timeZone } = pageRequest;
  const { locale } = derivedPageOf(pageRequest, page.route.path);
  const fields = await formFieldsOf(page);
  const { values, problems } = await resolveNames(context, fields, submittedValues(submitted), locale);
  const step = submitted.find(([name]) => name === "step")?.[1];
  if (problems.size > 0 || step === "edit") return show(pageRequest, page, { fields, values, problems });
  const read = readForm(fields, values, timeZone, modeOf(page));
  if (read.refused.size > 0) {
    const refused = [...read.refused].map(([name, code]) => [name, problemText(locale, code) ?? code] as const);
    return show(pageRequest, page, { fields, values, problems: new Map(refused) });
  }
  if (step === "send") return submitForm(pageRequest, page, submitted);
  const input = decodedInput(createMessage.input, read.wire);
  try {
    const email = step === "test" ? await sendTest(pageRequest, input) : undefined;
    const message = await runDry(createMessage, context, input);
    const view = reviewOfMessage(derivedPageOf(pageRequest, page.route.path), {
      message: { ...message, bodyHtml: htmlForMail(message.bodyHtml, context.site.origin) },
      to: await audienceInWords(context, message.audience, { locale, timeZone }),
      replyTo: verifiedSenderOf(context.site),
      fields: submitted.filter(([name]) => !ofThePage.has(name)),
      testedAt: email,
    });
    return await sendPage(pageRequest.reply, view);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const refusal = withPointers(error, (pointer) => pointerInForm(wirePointer(createMessage.input, pointer)));
    return show(pageRequest, page, { fields, values, problems: new Map(), form: submitted, refusal, read });
  }
}

/** Fields of the pages themselves. The form of the review has its own. */
const ofThePage: ReadonlySet<string> = new Set(["csrf", "shown", "key", "step"]);

async function sendTest({ context }: AdminPageRequest, input: object): Promise<string> {
  const { subject, bodyMarkdown } = asRecord(input);
  const { email } = await perform(sendTestMessage, context, { subject, bodyMarkdown });
  return email;
}
