import assert from "node:assert/strict";
import { test } from "node:test";
import { aDirectory, enterpriseSchema, userSchema } from "../support/worlds/directory.ts";
import { database } from "../support/databases/database.ts";
import { aSite } from "../support/world.ts";

async function aCrew() {
  const site = await aSite();
  const directory = await aDirectory(site);
  const people = [
    {
      userName: "ana@school.example",
      externalId: "A-1",
      displayName: "Ana Lima",
      name: { givenName: "Ana", familyName: "Lima" },
      locale: "pt-BR",
    },
    {
      userName: "bo@school.example",
      externalId: "a-1",
      displayName: "Bo Reis",
      active: false,
      phoneNumbers: [{ value: "+886 2 1234 5678" }],
    },
    { userName: "cy@other.example", displayName: 'Cy \\ "Q" O\'Neil', timezone: "Asia/Taipei" },
  ];
  for (const person of people) assert.equal((await directory.create(person)).status, 201);
  const matching = async (filter: string) => {
    const { status, body } = await directory.find(filter);
    assert.equal(status, 200, `${filter}: ${JSON.stringify(body)}`);
    return body.Resources.map(({ userName }: { userName: string }) => userName.split("@")[0]).join(" ");
  };
  return { site, directory, matching };
}

void test("Every operator of the grammar compares as RFC 7644 says", async () => {
  const { matching } = await aCrew();
  const cases: Record<string, string> = {
    'userName eq "Ana@School.example"': "ana",
    'USERNAME EQ "ana@school.example"': "ana",
    'userName ne "ana@school.example"': "bo cy",
    'userName co "school"': "ana bo",
    'userName sw "b"': "bo",
    'userName ew "other.example"': "cy",
    'userName gt "b"': "bo cy",
    'userName ge "bo@school.example"': "bo cy",
    'userName lt "b"': "ana",
    'userName le "bo@school.example"': "ana bo",
    'externalId eq "A-1"': "ana",
    'externalId eq "a-1"': "bo",
    "externalId pr": "ana bo",
    "not (externalId pr)": "cy",
    "externalId eq null": "cy",
    "externalId ne null": "ana bo",
    "active eq true": "ana cy",
    'active eq "False"': "bo",
    "active ne true": "bo",
    'emails eq "ana@school.example"': "ana",
    'emails.value eq "ana@school.example"': "ana",
    'emails[type eq "work"]': "ana bo cy",
    'emails[type eq "work" and value co "@other"]': "cy",
    'emails[not (value co "@other")]': "ana bo",
    'emails[type eq "home"]': "",
    "phoneNumbers pr": "bo",
    'name.familyName eq "lima"': "ana",
    'displayName eq "Cy \\\\ \\"Q\\" O\'Neil"': "cy",
    'locale eq "pt-br" or timezone eq "asia/taipei"': "ana cy",
    'userName sw "a" or userName sw "b" and active eq true': "ana",
    '(userName sw "a" or userName sw "b") and active eq false': "bo",
    'userName eq "ana@school.example" and active eq false': "",
    'roles[value eq "student"]': "ana bo cy",
    'roles.value eq "owner"': "",
    'meta.resourceType eq "User" and meta.created gt "2001-01-01T00:00:00Z"': "ana bo cy",
    'meta.lastModified lt "2001-01-01T00:00:00+08:00"': "",
    [`${userSchema}:userName eq "ana@school.example"`]: "ana",
    [`${enterpriseSchema}:department pr`]: "",
    'department eq "Sailing"': "",
    "   active   eq    false   ": "bo",
  };
  for (const [filter, expected] of Object.entries(cases)) assert.equal(await matching(filter), expected, filter);
});

const deep = (depth: number) => `${"(".repeat(depth)}active pr${")".repeat(depth)}`;

void test("Malformed, unknown and oversized filters are refused with invalidFilter", async () => {
  const { directory } = await aCrew();
  const long = Array.from({ length: 60 }, (_, index) => `userName eq "${index}@x.example"`).join(" or ");
  const refused = [
    "userName",
    "userName eq",
    'userName is "x"',
    'userName eq "x',
    "userName eq x",
    'userName eq "x" and',
    'and userName eq "x"',
    '(userName eq "x"',
    'userName eq "x")',
    'emails[type eq "work"',
    'emails[emails[type eq "x"]]',
    'userName[value eq "x"]',
    'password eq "x"',
    'nickName eq "x"',
    'nothing eq "x"',
    'name eq "x"',
    'emails.nothing eq "x"',
    'urn:x:userName eq "x"',
    "active gt true",
    'active eq "yes"',
    "userName eq 7",
    "userName co null",
    'meta.created gt "yesterday"',
    'userName eq "x" userName eq "y"',
    "12pr",
    'userName eq "\u0001"',
    "__proto__ pr",
    deep(11),
    long,
    `userName eq "${"x".repeat(4000)}"`,
    "(".repeat(3000),
    "not ".repeat(900),
  ];
  for (const filter of refused) {
    const { status, body } = await directory.find(filter);
    assert.deepEqual([status, body.scimType], [400, "invalidFilter"], filter.slice(0, 60));
  }
  assert.equal((await directory.find(deep(10))).status, 200);
});

void test("Pages of a list are stable, and numbers beyond it are none of them", async () => {
  const { directory } = await aCrew();
  const page = async (query: string) => (await directory.get(`/Users?${query}`)).body;
  const first = await page("startIndex=1&count=2");
  assert.deepEqual([first.totalResults, first.startIndex, first.itemsPerPage], [3, 1, 2]);
  const second = await page("startIndex=3&count=2");
  assert.deepEqual([second.totalResults, second.startIndex, second.itemsPerPage], [3, 3, 1]);
  const all = [...first.Resources, ...second.Resources].map(({ userName }) => userName);
  assert.deepEqual(all, ["ana@school.example", "bo@school.example", "cy@other.example"]);
  assert.equal((await page("count=0")).itemsPerPage, 0);
  assert.equal((await page("count=-5")).itemsPerPage, 0);
  assert.equal((await page("startIndex=0")).startIndex, 1);
  assert.equal((await page("startIndex=9")).itemsPerPage, 0);
  assert.equal((await directory.get("/Users?count=many")).status, 400);
  assert.equal((await directory.get("/Users?sortBy=userName")).status, 400);
  const filtered = await page(`count=1&startIndex=2&filter=${encodeURIComponent("active pr")}`);
  assert.deepEqual([filtered.totalResults, filtered.Resources[0].userName], [3, "bo@school.example"]);
});

void test("attributes and excludedAttributes choose the parts of a response", async () => {
  const { directory } = await aCrew();
  const keys = async (query: string) => Object.keys((await directory.get(`/Users?count=1&${query}`)).body.Resources[0]);
  assert.deepEqual(await keys("attributes=userName"), ["schemas", "id", "userName"]);
  assert.deepEqual(await keys("attributes=USERNAME,nothing,password"), ["schemas", "id", "userName"]);
  const { body } = await directory.get("/Users?count=1&attributes=name.familyName");
  assert.deepEqual(body.Resources[0].name, { familyName: "Lima" });
  const left = await keys("excludedAttributes=emails,id,schemas,name.givenName");
  assert.ok(left.includes("id") && left.includes("schemas") && !left.includes("emails"));
  assert.equal((await directory.get("/Users?attributes=a&excludedAttributes=b")).status, 400);
  const search = await directory.send("POST", "/Users/.search", {
    schemas: ["urn:ietf:params:scim:api:messages:2.0:SearchRequest"],
    filter: 'userName sw "b"',
    attributes: ["userName"],
    startIndex: 1,
    count: 10,
  });
  assert.deepEqual(Object.keys(search.body.Resources[0]), ["schemas", "id", "userName"]);
});

void test("A member of staff renames a person, and a filter finds the name of now", async () => {
  const { site, matching } = await aCrew();
  await database.run`update members set name = 'Ana Sol' where site_id = ${site.site.id} and email_key = 'ana@school.example'`;
  assert.equal(await matching('displayName eq "ana sol"'), "ana");
});
