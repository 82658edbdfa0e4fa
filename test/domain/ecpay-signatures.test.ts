import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as library from "@rytass/payments-adapter-ecpay";
import fc from "fast-check";
import { decrypt, encrypt } from "#domain/sales/payments/ecpay/card-detail.ts";
import { checkMacValue, isSigned, sign } from "#domain/sales/payments/ecpay/check-mac-value.ts";
import { parseTaipei } from "#domain/sales/payments/ecpay/taipei-time.ts";

/** Of the public test shop of ECPay. */
const keys = { hashKey: "pwFHCqoQZGmho4w6", hashIv: "EkRm7iFT261dpevs" };

void describe("Signatures of ECPay", () => {
  void test("agree with the examples that ECPay has published", () => {
    // https://developers.ecpay.com.tw/?p=2902 and the test vectors of ECPay's repository ECPay-API-Skill
    const examples: [Record<string, string>, string][] = [
      [
        {
          TradeDesc: "促銷方案",
          PaymentType: "aio",
          MerchantTradeDate: "2023/03/12 15:30:23",
          MerchantTradeNo: "ecpay20230312153023",
          MerchantID: "3002607",
          ReturnURL: "https://www.ecpay.com.tw/receive.php",
          ItemName: "Apple iphone 15",
          TotalAmount: "30000",
          ChoosePayment: "ALL",
          EncryptType: "1",
        },
        "6C51C9E6888DE861FD62FB1DD17029FC742634498FD813DC43D4243B5685B840",
      ],
      [
        {
          MerchantID: "3002607",
          MerchantTradeNo: "Test1234567890",
          RtnCode: "1",
          RtnMsg: "Succeeded",
          TradeNo: "2301011234567890",
          TradeAmt: "100",
          PaymentDate: "2025/01/01 12:05:00",
          PaymentType: "Credit_CreditCard",
          TradeDate: "2025/01/01 12:00:00",
          SimulatePaid: "0",
        },
        "2AB536D86AFF8E1086744D59175040A32538C96B1C28C4135B551BD728E913B8",
      ],
      [
        { MerchantID: "3002607", ItemName: "Tom's Shop", TotalAmount: "100" },
        "CF0A3D4901D99459D8641516EC57210700E8A5C9AB26B1D021301E9CB93EF78D",
      ],
      [
        { MerchantID: "3002607", ItemName: "Test~Product", TotalAmount: "200" },
        "CEEAE01D2F9A8E74D4AC0DCE7735B046D73F35A5EC99558A31A2EE03159DA1C9",
      ],
      [
        { MerchantID: "3002607", ItemName: "My Test Product", TotalAmount: "300" },
        "7712A5E6EDC3B57086063C88568084C66CE882A21D40E74DE5ACA3B478C6F316",
      ],
    ];
    for (const [fields, expected] of examples) assert.equal(checkMacValue(fields, keys), expected);
  });

  void test("agree with an independent library in both directions, whatever the fields contain", () => {
    const gateway = new library.ECPayPayment({ merchantId: "3002607", ...keys });
    const call = (name: "addMac" | "checkMac", fields: object): unknown =>
      (Reflect.get(gateway, name) as (fields: object) => unknown).call(gateway, fields);
    const value = fc.string({ unit: "grapheme", maxLength: 40 }).filter((text) => text.isWellFormed());
    const names = fc.stringMatching(/^[A-Za-z]{1,12}\d?$/);
    const fields = fc.uniqueArray(fc.tuple(names, value), {
      maxLength: 12,
      selector: ([name]) => name.toLowerCase(),
    });
    fc.assert(
      fc.property(fields, (entries) => {
        const plain = Object.fromEntries(entries);
        assert.equal(call("checkMac", sign(plain, keys)), true);
        assert.ok(isSigned(call("addMac", plain) as Record<string, string>, keys));
        assert.ok(!isSigned({ ...sign(plain, keys), Extra: "1" }, keys));
      }),
    );
  });

  void test("encrypted data agrees with ECPay's example", () => {
    const invoiceKeys = { hashKey: "ejCk326UnaZWKisg", hashIv: "q9jcZX8Ib9LM8wYk" };
    const text = '{"MerchantID":"2000132","BarCode":"/1234567"}';
    const data =
      "XeEOdHpTRvxKEqs/JD9RSd16s7VtpyWVCN6AV44pKTW3DVa6yI7vKmjBRp2eulDhXoru/qBqFDBH3fEqlkMn3bbJfJBfGAq+v+SvttutYnc=";
    assert.equal(encrypt(text, invoiceKeys), data);
    assert.equal(decrypt(data, invoiceKeys), text);
  });

  void test("times are those of Taiwan", () => {
    assert.equal(parseTaipei("2026/11/26")?.toISOString(), "2026-11-26T15:59:59.000Z");
    assert.equal(parseTaipei("2026/11/26 10:00:00")?.toISOString(), "2026-11-26T02:00:00.000Z");
    assert.equal(parseTaipei("26.11.2026"), undefined);
  });
});
