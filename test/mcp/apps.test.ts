import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { type LiveSite, aLiveSite } from "../support/worlds/live-site.ts";
import { aSite } from "../support/world.ts";
import { agentAt, anOperatorAgent, type Json } from "./support/agent.ts";
import { showApp } from "./support/app-host.ts";
import { until } from "../support/until.ts";

interface Listed {
  tools: { name: string; _meta: { ui?: { resourceUri: string } } }[];
}
interface Read {
  contents: { uri: string; mimeType: string; text: string; _meta: { ui: { csp: Json } } }[];
}
type Agent = ReturnType<typeof agentAt>;

const extension = "io.modelcontextprotocol/ui";
const mimeType = "text/html;profile=mcp-app";

const policyOf = ({ text }: { text: string }) => /Content-Security-Policy" content="([^"]+)"/.exec(text)![1]!;

const readApp = async (agent: Agent, name: string) =>
  (await agent.ask<Read>("resources/read", { uri: `ui://lectern/${name}` })).contents[0]!;

void describe("MCP Apps", () => {
  void test("are announced to hosts that show them, and to older clients, of which it is unknown", async () => {
    const agent = agentAt(await aSite());
    const appsOf = ({ tools }: Listed) =>
      tools.flatMap(({ name, _meta: { ui } }) => (ui ? [[name, ui.resourceUri]] : []));
    const modern = async (capabilities: Json) => {
      const version = "2026-07-28";
      const _meta = {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": capabilities,
      };
      const headers = { "mcp-protocol-version": version, "mcp-method": "tools/list" };
      const response = await agent.send("tools/list", { _meta }, headers);
      return appsOf(response.json<{ result: Listed }>().result);
    };
    const course = [["get_course", "ui://lectern/course"]];
    assert.deepEqual(await modern({ extensions: { [extension]: { mimeTypes: [mimeType] } } }), course);
    assert.deepEqual(await modern({}), []);
    assert.deepEqual(await modern({ extensions: { [extension]: { mimeTypes: ["text/html"] } } }), []);
    assert.deepEqual(appsOf(await agent.ask<Listed>("tools/list")), course);
    const { capabilities } = await agent.ask<{ capabilities: Json }>("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    });
    assert.deepEqual(capabilities["extensions"], { [extension]: {} });
  });

  void test("have the same document for all callers, whose policy allows nothing but its own script and images of the site", async () => {
    const site = await aSite();
    const staff = await anOperatorAgent(site);
    const [course, quiz] = [await readApp(agentAt(site), "course"), await readApp(staff, "quiz")];
    assert.deepEqual(await readApp(staff, "course"), course);
    assert.deepEqual([course.mimeType, quiz.mimeType], [mimeType, mimeType]);
    assert.deepEqual([course._meta.ui.csp, quiz._meta.ui.csp], [{ resourceDomains: [site.origin] }, {}]);
    const hash = "&#39;sha256-[A-Za-z0-9+/]{43}=&#39;";
    const own = `default-src &#39;none&#39;; script-src ${hash}; style-src ${hash};`;
    const rest = "base-uri &#39;none&#39;; form-action &#39;none&#39;";
    assert.match(policyOf(course), new RegExp(`^${own} img-src ${site.origin}; ${rest}$`));
    assert.match(policyOf(quiz), new RegExp(`^${own} ${rest}$`));
    const unknown = await agentAt(site).send("resources/read", { uri: "ui://lectern/other" });
    assert.equal(unknown.json<{ error: { code: number } }>().error.code, -32_002);
  });

  void describe("in a host", () => {
    let browser: Browser;
    let live: LiveSite;
    before(async () => {
      [browser, live] = await Promise.all([launchBrowser(), aLiveSite()]);
    });
    after(() => Promise.all([browser.close(), live.close()]));

    void test("show a course as a card in the language of the host, its text never as HTML, and open its page", async () => {
      const staff = await anOperatorAgent(live.site);
      const name = "Tides <img src=x onerror=\"document.body.textContent='run'\">";
      const { result: created } = await staff.call("create_course", { name, outcomes: ["Read a <b>tide</b> table"] });
      const course = { course: created["id"] };
      const price = { amount: "49.00", currency: "USD" };
      await staff.call("save_course_plan", { ...course, plan: { name: "Once", plan_type: "one_time", price } });
      const { result: read } = await staff.call("get_curriculum", course);
      const lectures = [{ title: "First", kind: "text", body_markdown: "Hello.", status: "published" }];
      const tree = { sections: [{ title: "One", status: "published", lectures }] };
      await staff.call("save_curriculum", { ...course, tree, if_match: read["etag"] });
      await staff.call("set_course_state", { ...course, state: "publish" });

      const agent = agentAt(live.site);
      const { text } = await readApp(agent, "course");
      const result = await agent.ask<Parameters<Awaited<ReturnType<typeof showApp>>["send"]>[0]>("tools/call", {
        name: "get_course",
        arguments: course,
      });
      const host = await showApp(browser, text, { theme: "dark", locale: "zh-TW" });
      await host.send(result);
      const { view, opened } = host;
      assert.equal(await view.getByRole("heading", { level: 1 }).textContent(), name);
      assert.equal(await view.getByRole("listitem").textContent(), "Read a <b>tide</b> table");
      assert.equal(await view.locator("img").count(), 0);
      assert.equal(await view.locator(".price").textContent(), "US$49");
      assert.match((await view.locator(".facts").first().textContent())!, /1 個單元/);
      assert.equal(await view.locator("html").getAttribute("data-theme"), "dark");
      await view.getByRole("link", { name: "查看課程" }).click();
      const { structuredContent } = result as { structuredContent: Json };
      await until(() => opened.length > 0, "the host opens the link");
      assert.deepEqual(opened, [structuredContent["url"]]);

      await host.send({ isError: true, content: [{ type: "text", text: "not_found" }] });
      await view.getByText("無法載入資料。").waitFor();
      await host.close();
    });

    void test("show a quiz to staff as students see it, and its answers on request", async () => {
      const staff = await anOperatorAgent(live.site);
      const { result: created } = await staff.call("create_course", { name: "Stars" });
      const course = { course: created["id"] };
      const { result: read } = await staff.call("get_curriculum", course);
      const tree = { sections: [{ title: "One", lectures: [{ title: "Test", kind: "quiz" }] }] };
      await staff.call("save_curriculum", { ...course, tree, if_match: read["etag"] });
      const { result: listed } = await staff.call("list_lectures", course);
      const [lecture] = listed["data"] as { id: string }[];
      const questions = [
        {
          kind: "single",
          prompt_markdown: "Which star does not move?",
          choices: [{ text: "Polaris", correct: true }, { text: "Sirius" }],
          explanation: "It is near the pole.",
        },
        { kind: "numeric", prompt_markdown: "How many planets?", accepted_answers: ["8"] },
      ];
      const saved = await staff.call("save_quiz", { id: lecture!.id, quiz: { questions } });
      assert.equal(saved.failure, undefined, JSON.stringify(saved.failure));

      const { text } = await readApp(staff, "quiz");
      const result = await staff.ask<Parameters<Awaited<ReturnType<typeof showApp>>["send"]>[0]>("tools/call", {
        name: "get_quiz",
        arguments: { id: lecture!.id },
      });
      const host = await showApp(browser, text, { locale: "en-US" });
      await host.send(result);
      const { view } = host;
      await view.getByRole("radio", { name: "Polaris" }).waitFor();
      const answer = view.getByText("Correct answer: Polaris");
      assert.equal(await answer.isVisible(), false);
      await view.getByRole("button", { name: "Show answers" }).click();
      assert.equal(await answer.isVisible(), true);
      assert.equal(await view.getByText("Correct answer: 8").isVisible(), true);
      assert.match((await view.locator(".facts").textContent())!, /^2 questions · /);

      const long = Array.from({ length: 60 }, (_, index) => ({
        kind: "numeric",
        prompt_markdown: `How far is star ${index + 1}? ${"It is far. ".repeat(20)}`,
        accepted_answers: ["8"],
      }));
      await staff.call("save_quiz", { id: lecture!.id, quiz: { questions: long } });
      await host.send(
        await staff.ask<typeof result>("tools/call", { name: "get_quiz", arguments: { id: lecture!.id } }),
      );
      await view.getByText("Only a part is shown here.").waitFor();
      assert.ok((await view.getByRole("textbox").count()) < long.length);
      assert.doesNotMatch((await view.locator(".facts").textContent())!, /questions/);
      await host.close();
    });
  });
});
