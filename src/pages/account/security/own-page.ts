import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { policyOf } from "#access/factor-policy.ts";
import type { Form } from "#oauth/form.ts";
import { sendStaleForm } from "../../forms/stale-form.ts";
import { formOf, isSignedIn, type OpenPageRequest, type SignedInPageRequest } from "../../responses/page-request.ts";
import { askToSignIn } from "../../sign-in/ask-to-sign-in.ts";
import { requireRecent } from "../confirm-identity.ts";

interface Parameters {
  id?: string;
}

/** The person, who has confirmed their identity a moment ago. */
type Confirmed = SignedInPageRequest & { id: string };

interface OwnPage {
  show: (pageRequest: Confirmed) => Promise<FastifyReply>;
  submit: (pageRequest: Confirmed, form: Form) => Promise<FastifyReply>;
}

/** Adds a page with a form that changes how the person signs in. Both ask for a recent authentication. */
export const confirmedPages =
  (app: FastifyInstance, openPageRequest: OpenPageRequest) =>
  (path: string, { show, submit }: OwnPage): void => {
    const open = async (request: FastifyRequest<{ Params: Parameters }>, reply: FastifyReply) => {
      const pageRequest = await openPageRequest(request, reply);
      return { ...pageRequest, id: request.params.id ?? "" };
    };
    app.get<{ Params: Parameters }>(path, async (request, reply) => {
      const pageRequest = await open(request, reply);
      if (!isSignedIn(pageRequest)) return askToSignIn(pageRequest);
      return (await requireRecent(pageRequest)) ?? show(pageRequest);
    });
    app.post<{ Params: Parameters }>(path, async (request, reply) => {
      const pageRequest = await open(request, reply);
      if (!isSignedIn(pageRequest)) return askToSignIn(pageRequest);
      const form = formOf(pageRequest);
      if (!form) return sendStaleForm(pageRequest, request.url);
      return (await requireRecent(pageRequest)) ?? submit(pageRequest, form);
    });
  };

/** True if a role of the person needs a second factor. */
export const isRequired = ({ context, session }: SignedInPageRequest): boolean =>
  policyOf(context.site.settings, session.roles) === "required";
