import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { pathOf, withoutTrailingSlash } from "#http/path-of.ts";
import type { Form } from "#oauth/form.ts";
import { sendStaleForm } from "../forms/stale-form.ts";
import { formOf, type PageRequest } from "./page-request.ts";
import { sendPage } from "./send.ts";

/** The parameters of a path: `id` of `/admin/orders/:id`. */
type ParamsOf<Path extends string> = Path extends `${string}/:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Readonly<Record<Name, string>> & ParamsOf<`/${More}`>
    : Readonly<Record<Rest, string>>
  : unknown;

export type RouteRequest<Path extends string> = FastifyRequest<{
  Params: ParamsOf<Path>;
  Querystring: Readonly<Record<string, string | undefined>>;
}>;

/** A page to send with status 200, or a reply that was sent. */
export type Answer = string | FastifyReply | Promise<string | FastifyReply>;

/** Opens the page of a request and continues with `show`, or responds itself: with sign-in, for example. */
type OpenPage<Opened> = (
  request: FastifyRequest,
  reply: FastifyReply,
  show: (opened: Opened) => Promise<FastifyReply>,
) => Promise<FastifyReply>;

/** A path to post to, and the page of its form, if that has another address. */
export type FormPath<Path extends string> =
  | Path
  | { path: Path; formAt: string | ((params: ParamsOf<Path>) => string) };

/** Routes of pages that are opened in the same way. */
export const pageRoutes = <Opened extends PageRequest>(open: OpenPage<Opened>) => ({
  open,

  /** GET of a page. */
  getPage: <Path extends string>(
    app: FastifyInstance,
    path: Path,
    show: (opened: Opened, request: RouteRequest<Path>) => Answer,
  ): void => {
    app.get(path, async (request: RouteRequest<Path>, reply) =>
      open(request, reply, async (opened) => sent(reply, await show(opened, request))),
    );
  },

  /** POST of a form. One without a valid form token changes nothing: its page is shown again. */
  postForm: <Path extends string>(
    app: FastifyInstance,
    to: FormPath<Path>,
    submit: (opened: Opened, form: Form, request: RouteRequest<Path>) => Answer,
  ): void => {
    const path = typeof to === "string" ? to : to.path;
    app.post(path, async (request: RouteRequest<Path>, reply) =>
      open(request, reply, async (opened) => {
        const form = formOf(opened);
        if (form) return sent(reply, await submit(opened, form, request));
        return sendStaleForm(opened, addressOfForm(to, request));
      }),
    );
  },
});

export function addressOfForm<Path extends string>(to: FormPath<Path>, { url, params }: RouteRequest<Path>): string {
  const formAt = typeof to === "string" ? undefined : to.formAt;
  if (typeof formAt !== "function") return formAt ?? withoutTrailingSlash(pathOf(url));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The router has matched the path.
  return formAt(params as ParamsOf<Path>);
}

export const sent = (reply: FastifyReply, answer: string | FastifyReply): FastifyReply =>
  typeof answer === "string" ? sendPage(reply, answer) : answer;
