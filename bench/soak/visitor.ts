import type { Person } from "./school.ts";

/** A browser that signs in with a form and keeps its cookies. */
export class Visitor {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();

  private constructor(origin: string) {
    this.#origin = origin;
  }

  static async signIn(origin: string, { email, password }: Person): Promise<Visitor> {
    const visitor = new Visitor(origin);
    const page = await (await visitor.request("/sign-in")).text();
    const form = /<form method="post" action="([^"]*)"[^>]*>(.*?)<\/form>/s.exec(page);
    if (!form) throw new Error("The sign-in page has no form.");
    const hidden = form[2]!.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
    const fields = Object.fromEntries([...hidden].map(([, name, value]) => [name!, value!]));
    const response = await visitor.request(form[1]!.replaceAll("&amp;", "&"), { ...fields, email, password });
    await response.arrayBuffer();
    if (response.status !== 303) throw new Error(`Signing in ${email}: ${response.status}`);
    return visitor;
  }

  async request(path: string, form?: Record<string, string>): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(new URL(path, this.#origin), {
      redirect: "manual",
      headers: { accept: "text/html", cookie },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      this.#cookies.set(name!, value!);
    }
    return response;
  }
}
