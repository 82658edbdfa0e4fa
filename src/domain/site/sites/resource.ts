import { schoolData } from "#domain/platform/declared-table.ts";
import { defineResource } from "#domain/platform/resource.ts";

/** Sites of the installation. */
export const sites = defineResource({
  ids: { site: "sit" },
  scopes: { read: null, write: null },
  tables: [
    {
      table: "site_content_versions",
      holds: "Version of the public content of a site",
      impersonal: "site_id version",
      erasure: { how: "keep", why: "No personal data." },
    },
    schoolData("sites", "The sites of the installation"),
  ],
  audit: {
    names: { site: { en: "Site", "zh-TW": "網站" } },
    actions: {
      changeSettings: { en: "Site settings were updated", "zh-TW": "變更網站設定" },
      createSite: { en: "The site was created", "zh-TW": "建立網站" },
      requestSenderVerification: {
        en: "A verification link for the sender address was sent",
        "zh-TW": "寄出寄件者地址的驗證連結",
      },
      confirmSender: { en: "The sender address was verified", "zh-TW": "驗證寄件者地址" },
    },
  },
});
