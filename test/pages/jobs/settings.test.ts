import { describe, test } from "node:test";
import { aPicture } from "../../support/worlds/pictures.ts";
import { codeOf } from "../../support/second-factors.ts";
import { password } from "../../support/world.ts";
import { anOwner } from "./support/staff.ts";

const logo = { name: "logo.png", type: "image/png", bytes: aPicture({ width: 64, height: 64 }) };

void describe("Owners, by visible names alone:", () => {
  void test("Change the name, the languages, the currencies or the time zone", async () => {
    const { visitor } = await anOwner();
    await visitor.click("School", "Edit");
    visitor.enter({
      Name: "Harbour School of Sailing",
      "Time zone": "Europe/Lisbon",
      "Support email": "help@harbour.example",
    });
    await visitor.click("Save");
    visitor.sees("Harbour School of Sailing", "Europe/Lisbon", "help@harbour.example");
  });

  void test("Say who is behind the school", async () => {
    const { visitor } = await anOwner();
    await visitor.click("School", "Edit");
    visitor.enter({ "Legal details › Company": "Harbour Ltd", "Legal details › Address": "1 Quay Street" });
    await visitor.click("Save");
    visitor.sees("Harbour Ltd", "1 Quay Street");
  });

  void test("Change the logo, the colors and the fonts", async () => {
    const { site, visitor } = await anOwner();
    await visitor.click("Files", "New file");
    visitor.enter({ File: logo, Visibility: "Public" });
    await visitor.click("Create");
    visitor.sees("logo.png");
    await visitor.click("Appearance", "Edit");
    visitor.enter({ Logo: "logo.png", "Colors › Primary color": "#0a5c66", "Fonts › Body font": "Noto Sans" });
    await visitor.click("Save");
    visitor.sees("logo.png", "#0a5c66");
    const home = await site.browser().open("/");
    if (!home.body.includes("/files/")) throw new Error("The home page shows no logo.");
  });

  void test("Add styles of one's own", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Appearance", "Edit");
    visitor.enter({ "Custom styles": ".course { border-radius: 0 }" });
    await visitor.click("Save");
    visitor.sees("border-radius");
  });

  void test("Change the menu", async () => {
    const { site, visitor } = await anOwner();
    await visitor.click("Menu", "Edit");
    visitor.enter({ "Navigation › Row 1 › Label": "All courses", "Navigation › Row 1 › Link": "/courses" });
    await visitor.click("Save");
    visitor.sees("All courses");
    const home = await site.browser().open("/");
    if (!home.body.includes("All courses")) throw new Error("The menu lacks its entry.");
  });

  void test("Change the home page", async () => {
    const { site, visitor } = await anOwner();
    await visitor.click("Home page", "Edit");
    visitor.enter({
      "Sections of the home page › Row 1": "Hero",
      "Row 1 › Settings › Heading": "Learn to sail by heart",
    });
    await visitor.click("Save");
    const home = await site.browser().open("/");
    if (!home.body.includes("Learn to sail by heart")) throw new Error("The home page lacks its heading.");
  });

  void test("Let people sign in with an identity provider", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Sign-in");
    visitor.enter({ Provider: "Google", Name: "Google" });
    await visitor.click("Continue");
    visitor.sees("Redirect address", "https://accounts.google.com");
    visitor.enter({ "Client ID": "school", "Your password": password });
    await visitor.click("Save");
    visitor.sees(/saved/i, "Run the test");
  });

  void test("Let people sign in with a code by email", async () => {
    const { site, visitor } = await anOwner();
    await visitor.click("Sign-in");
    visitor.enter({ "Codes by email": "Offered" });
    await visitor.click("Save");
    visitor.sees(/saved/i);
    const signIn = await site.browser().open("/sign-in");
    if (!/Email me a sign-in code/.test(signIn.body)) throw new Error("The sign-in page offers no code.");
  });

  void test("Let the directory of an organization add and suspend members", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Provisioning", "Connect a directory");
    visitor.enter({
      Name: "Entra of Harbour Ltd.",
      "Email domains": "harbour.example",
      "Group of lecturers": "Teachers",
      "Your password": password,
    });
    await visitor.click("Create key");
    visitor.sees("Copy the key now", /lpk_[\w-]{43}/);
    await visitor.click("Provisioning", "Settings: Entra of Harbour Ltd.");
    visitor.sees("Group of lecturers");
  });

  void test("Require a second factor to sign in to the own account", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Your account", "Passkeys and authenticator app", "Set up an authenticator app");
    const key = /Enter this key in the app: ((?:[A-Z2-7]{4} )+)/.exec(visitor.text)?.[1] ?? "";
    visitor.enter({ "Code from the app": await codeOf(key.replaceAll(" ", "")) });
    await visitor.click("Turn on");
    visitor.sees("Your recovery codes");
  });

  void test("Require a second factor of staff, and limit how long they stay signed in", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Sign-in");
    visitor.enter({ "Lecturer › Second factor": "Required: people set one up before they get in" });
    visitor.enter({ "Lecturer › At most": "12" });
    await visitor.click("Save");
    visitor.sees(/saved/i);
  });

  void test("Require a recent sign-in or a passkey of people whose applications do sensitive things", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Sign-in");
    visitor.enter({ "Required sign-in": "Passkey", "Signed in within": "8 hours" });
    await visitor.click("Save");
    visitor.sees(/saved/i);
  });

  void test("Set the reply address of email", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Email");
    visitor.enter({ "Sender address": "school@harbour.example" });
    await visitor.click("Save");
    visitor.sees("school@harbour.example");
  });

  void test("Decide who can enroll", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Enrollment");
    visitor.enter({ "How members enroll in free courses": "With approval" });
    await visitor.click("Save");
    visitor.sees(/saved/i);
  });

  void test("Change rules of reviews, privacy, players and the checkout", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Rules", "Edit reviews");
    visitor.enter({ "Review before publishing": "All reviews" });
    await visitor.click("Save");
    visitor.sees("Review before publishing");
  });

  void test("Decide when students are reminded to learn, and in which hours they are not", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Rules", "Edit notifications");
    visitor.enter({ "Days without learning before a reminder": "10", "Quiet hours from": "20" });
    await visitor.click("Save");
    visitor.sees("10", "20");
  });

  void test("Allow video hosts", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Video hosts");
    visitor.enter({ "Allowed origins": "https://videos.harbour.example" });
    await visitor.click("Save");
    visitor.sees(/saved/i);
  });

  void test("Limit how long people stay signed in", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Lifetimes and sign-up");
    visitor.enter({ "Sessions › Number": "30" });
    await visitor.click("Save");
    visitor.sees(/saved/i);
  });

  void test("Accept bank transfers", async () => {
    const { visitor } = await anOwner();
    await visitor.click("Payments");
    visitor.enter({ Instructions: "IBAN PT50 0000", "Accept this payment method": true });
    await visitor.click("Save: Bank transfer");
    visitor.sees(/saved/i, "PT50");
  });
});
