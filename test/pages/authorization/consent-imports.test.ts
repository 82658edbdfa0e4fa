import assert from "node:assert/strict";
import { test } from "node:test";
import { aSite, authorizeUrl } from "../../support/world.ts";

const statements = {
  en: "Change the settings of the school, record orders and refunds, and import comments and form answers",
  "zh-TW": "變更學校的設定、登錄訂單與退款，以及匯入留言和表單填答內容",
};

for (const [locale, statement] of Object.entries(statements)) {
  void test(`The consent page states in ${locale} what school:write imports`, async () => {
    const site = await aSite();
    const owner = await site.member({ roles: ["owner"] });
    const client = await site.operatorClient({ audience: "operator" });
    const browser = await site.signedIn(owner);
    const page = await browser.open(authorizeUrl(client, { scope: "school:write", ui_locales: locale }).url);
    assert.equal(page.status, 200);
    assert.ok(page.body.includes(statement));
  });
}
