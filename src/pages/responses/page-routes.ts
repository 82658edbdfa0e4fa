import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { pathOf, withoutTrailingSlash } from "#http/path-of.ts";
import type { FormFields } from "#lib/form-fields.ts";
import type { Form } from "#oauth/form.ts";
import { sendStaleForm } from "../forms/stale-form.ts";
import { fieldsOf } from "../forms/submitted-fields.ts";
import { acceptUploads, readUpload } from "../forms/upload.ts";
import { formOf, type OpenPageRequest, type PageRequest } from "./page-request.ts";
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

/** The browser and the session to which a form token belongs. */
type Opened = Pick<PageRequest, "request" | "reply" | "context" | "session" | "browser" | "csrfKey">;

type Show<Page> = (opened: Page) => Promise<FastifyReply>;

/** Opens the page of a request and continues with `show`, or responds itself: with sign-in, for example. */
type OpenPage<Page> = (request: FastifyRequest, reply: FastifyReply, show: Show<Page>) => Promise<FastifyReply>;

/** Route of a form. Fields are decoded, and files received, after its page was opened. */
export interface FormRoute<Path extends string, Page> {
  path: Path;
  /** The page that shows the form, if it has another address. */
  formAt?: string | ((params: ParamsOf<Path>, request: RouteRequest<Path>) => string);
  /** Bytes of a form that is longer than others. */
  bodyLimit?: number;
  /** Accepts files of this many bytes, one by default. `filesOf` returns them. */
  upload?: { maxBytes: number; maxFiles?: number };
  /** Reads the fields, with the form token, that are not those of a common form. */
  fields?: (request: FastifyRequest) => FormFields;
  /** Responds to a form without a valid form token, if its page is not to be shown again. */
  stale?: (opened: Page, request: RouteRequest<Path>) => Answer | undefined;
}

/** A path to post to, or the route of a form with other properties. */
export type FormPath<Path extends string, Page> = Path | FormRoute<Path, Page>;

export interface PageRoutes<Page extends Opened> {
  open: OpenPage<Page>;

  getPage: <Path extends string>(
    app: FastifyInstance,
    path: Path,
    show: (opened: Page, request: RouteRequest<Path>) => Answer,
  ) => void;

  /** POST of a form. One without a valid form token changes nothing: its page is shown again. */
  postForm: <Path extends string>(
    app: FastifyInstance,
    to: FormPath<Path, Page>,
    submit: (opened: Page, form: Form, request: RouteRequest<Path>) => Answer,
  ) => void;

  /** Routes of pages that need more than these: `more` adds it, or responds itself. */
  extend: <More extends Opened>(more: (opened: Page, show: Show<More>) => Promise<FastifyReply>) => PageRoutes<More>;
}

/** Routes of pages for everyone. */
export const visitorRoutes = (openPageRequest: OpenPageRequest): PageRoutes<PageRequest> =>
  pageRoutes(async (request, reply, show) => show(await openPageRequest(request, reply)));

/** Routes of pages that are opened in the same way. */
export const pageRoutes = <Page extends Opened>(open: OpenPage<Page>): PageRoutes<Page> => ({
  open,

  getPage: (app, path, show) => {
    app.get(path, async (request: RouteRequest<typeof path>, reply) =>
      open(request, reply, async (opened) => sent(reply, await show(opened, request))),
    );
  },

  postForm: (app, to, submit) => {
    const route = routeOf(to);
    postFields(app, route, open, async (opened, fields, request) => {
      const form = formOf(opened, fields);
      if (form) return submit(opened, form, request);
      return route.stale?.(opened, request) ?? sendStaleForm(opened, addressOfForm(route, request), fields);
    });
  },

  extend: (more) => pageRoutes((request, reply, show) => open(request, reply, (opened) => more(opened, show))),
});

export const routeOf = <Path extends string, Page>(to: FormPath<Path, Page>): FormRoute<Path, Page> =>
  typeof to === "string" ? { path: to } : to;

/** POST of fields whose form token is not checked yet. */
export function postFields<Path extends string, Page>(
  app: FastifyInstance,
  { path, bodyLimit, upload, fields = fieldsOf }: FormRoute<Path, Page>,
  open: OpenPage<Page>,
  submit: (opened: Page, fields: FormFields, request: RouteRequest<Path>) => Answer,
): void {
  const add = (scope: FastifyInstance) =>
    scope.post(path, { ...(bodyLimit !== undefined && { bodyLimit }) }, async (request: RouteRequest<Path>, reply) =>
      open(request, reply, async (opened) => {
        const read = upload ? await readUpload(request, upload.maxBytes) : fields(request);
        return sent(reply, await submit(opened, read, request));
      }),
    );
  if (!upload) return void add(app);
  void app.register(async (uploads) => {
    await acceptUploads(uploads, upload.maxBytes, upload.maxFiles);
    add(uploads);
  });
}

export function addressOfForm<Path extends string, Page>(
  { formAt }: FormRoute<Path, Page>,
  request: RouteRequest<Path>,
): string {
  if (typeof formAt !== "function") return formAt ?? withoutTrailingSlash(pathOf(request.url));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The router has matched the path.
  return formAt(request.params as ParamsOf<Path>, request);
}

const sent = (reply: FastifyReply, answer: string | FastifyReply): FastifyReply =>
  typeof answer === "string" ? sendPage(reply, answer) : answer;
