import type { enAdminPrices } from "../en/admin-prices.ts";

export const zhTWAdminPrices: typeof enAdminPrices = {
  name: "名稱",
  nameHint: "學員會在課程名稱旁看到。",
  suggestedName: "完整課程",
  type: "付款方式",
  forNewBuyers: "新價格適用於新的購買者。既有的訂單、分期付款和收據維持原先的約定。",
};
