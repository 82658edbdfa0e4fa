import type { FastifyInstance, FastifyReply } from "fastify";
import { policyOf } from "#access/factor-policy.ts";
import type { Form } from "#oauth/form.ts";
import { type OpenPageRequest, type SignedInPageRequest } from "../../responses/page-request.ts";
import { memberRoutes } from "../../sign-in/member-routes.ts";
import { requireRecent } from "../confirm-identity.ts";

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
    const { getPage, postForm } = memberRoutes(openPageRequest).extend<Confirmed>(async (pageRequest, open) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A parameter of some of the paths.
      const { id = "" } = pageRequest.request.params as { id?: string };
      return open({ ...pageRequest, id });
    });
    getPage(app, path, async (pageRequest) => (await requireRecent(pageRequest)) ?? show(pageRequest));
    postForm(
      app,
      { path, formAt: (_params, { url }) => url },
      async (pageRequest, form) => (await requireRecent(pageRequest)) ?? submit(pageRequest, form),
    );
  };

/** True if a role of the person needs a second factor. */
export const isRequired = ({ context, session }: SignedInPageRequest): boolean =>
  policyOf(context.site.settings, session.roles) === "required";
