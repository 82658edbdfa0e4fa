import type { FastifyInstance, FastifyReply } from "fastify";
import { maxSubmissionBytes } from "#domain/content/forms/answer-files.ts";
import { maxFields } from "#domain/content/forms/form-definition.ts";
import { showForm, submitForm } from "#domain/content/forms/fill-in.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { acceptForms } from "../responses/conventions.ts";
import { askToSignIn } from "../sign-in/ask-to-sign-in.ts";
import { filesOf as uploaded } from "../forms/upload.ts";
import { signInFor } from "../sign-in/return-to.ts";
import { wait } from "../views/parts/dates.ts";
import { formPage, formPath, formThanks, type FormView } from "../views/public/form.ts";
import { staleFormOf } from "../forms/stale-form.ts";
import { publicRoutes } from "./public-routes.ts";
import { sendPublicPage } from "./send.ts";
import { answersOf, filesOf, readTyped, saidOf } from "./typed-answers.ts";
import type { PublicPageRequest, OpenPublicPageRequest } from "./page-request.ts";

/** Answers without files: ten long texts in any script. */
const maxFormBytes = 1024 * 1024;

interface Address {
  Params: { slug: string };
}

/** GET and POST /forms/{slug}, and GET /forms/{slug}/thanks. */
export const formPages =
  (openPageRequest: OpenPublicPageRequest) =>
  async (app: FastifyInstance): Promise<void> => {
    acceptForms(app, maxFormBytes);
    app.get<Address>("/forms/:slug", async (request, reply) => {
      const pageRequest = await openPageRequest(request, reply);
      const form = await perform(showForm, pageRequest.context, request.params);
      return send(pageRequest, { form, answering: { typed: {}, wrong: {} } });
    });

    const upload = { maxBytes: maxSubmissionBytes, maxFiles: maxFields };
    const route = { path: "/forms/:slug", upload, stale: showExpired } as const;
    answerRoutes(openPageRequest).postForm(app, route, async (pageRequest, answers, request) => {
      const { context, page, reply, form } = pageRequest;
      const typed = readTyped(answers, form.fields);
      const files = filesOf(form.fields, uploaded(request).byField);
      try {
        await perform(submitForm, context, { slug: form.slug, answers: answersOf(typed, form.fields), files });
      } catch (error) {
        const { faults, problem } = refusal(error, reply, page.locale);
        const wrong = saidOf(page.locale, form.fields, faults, files);
        // The form was changed, closed or restricted to members meanwhile: renders its current state.
        const now = await perform(showForm, context, request.params);
        return send(pageRequest, { form: now, answering: { typed, wrong }, problem });
      }
      return reply.redirect(`${formPath(form.slug)}/thanks`, 303);
    });

    app.get<Address>("/forms/:slug/thanks", async (request, reply) => {
      const pageRequest = await openPageRequest(request, reply);
      const form = await perform(showForm, pageRequest.context, request.params);
      return sendPublicPage(pageRequest, formThanks(pageRequest.page, form));
    });
  };

type FormPageRequest = PublicPageRequest & { form: FormView["form"] };

/** Routes of forms that the person may fill in, as they are now. */
const answerRoutes = (openPageRequest: OpenPublicPageRequest) =>
  publicRoutes(openPageRequest).extend<FormPageRequest>(async (pageRequest, show) => {
    const { context, page, request } = pageRequest;
    const form = await perform(showForm, context, request.params);
    if (!form.asksToSignIn) return show({ ...pageRequest, form });
    return askToSignIn({ ...pageRequest, csrf: page.csrf ?? "", timeZone: page.timeZone }, signInTo(form.slug));
  });

/** Shows the form again for confirmation. */
function showExpired(pageRequest: FormPageRequest): FastifyReply {
  const { form, reply } = pageRequest;
  reply.code(403);
  const stale = staleFormOf(pageRequest);
  const typed = stale ? readTyped(stale, form.fields) : {};
  return send(pageRequest, { form, answering: { typed, wrong: {} }, problem: { kind: "expired" } });
}

const send = (pageRequest: PublicPageRequest, view: Omit<FormView, "signIn">): FastifyReply =>
  sendPublicPage(pageRequest, formPage(pageRequest.page, { ...view, signIn: signInTo(view.form.slug) }));

const signInTo = (slug: string): string => signInFor({ method: "GET", url: formPath(slug) });

/** Rethrows errors that the page cannot display. */
function refusal(error: unknown, reply: FastifyReply, locale: PublicPageRequest["page"]["locale"]) {
  if (!(error instanceof Problem)) throw error;
  const { errors: faults = [], retryAfterSeconds = 1 } = error.details;
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- No form shows other codes.
  switch (error.code) {
    case "rate_limited":
      reply.code(429).header("retry-after", String(retryAfterSeconds));
      return { faults, problem: { kind: "tooMany", wait: wait(locale, retryAfterSeconds) } } as const;
    case "validation_failed":
      reply.code(422);
      return {
        faults,
        problem: { kind: faults.some(({ pointer }) => pointer === "/answers") ? "empty" : "wrong" },
      } as const;
    case "invalid_state":
    case "role_required":
      reply.code(409);
      return { faults, problem: undefined };
    default:
      throw error;
  }
}
