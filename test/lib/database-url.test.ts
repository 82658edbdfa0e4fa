import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { readDatabaseUrl } from "#lib/settings/database-url.ts";

const tls = { rootCertificate: undefined, certificate: undefined, key: undefined, keyPassword: undefined };

void test("A URL may have several servers, with libpq's choice among them and its TLS parameters", () => {
  const url =
    "postgres://lectern:p%40ss@db1:5433,db2,[2001:db8::1]:5434/school?target_session_attrs=primary" +
    "&sslmode=verify-full&sslrootcert=/etc/ca.pem&sslcert=/etc/c.pem&sslkey=/etc/k.pem&application_name=a%20b" +
    "&options=-c%20search_path%3Dlectern";
  assert.deepEqual(readDatabaseUrl(url), {
    servers: [
      { host: "db1", port: 5433 },
      { host: "db2", port: 5432 },
      { host: "2001:db8::1", port: 5434 },
    ],
    target: "primary",
    tls: { ...tls, mode: "verify-full", rootCertificate: "/etc/ca.pem", certificate: "/etc/c.pem", key: "/etc/k.pem" },
    options: "-c search_path=lectern",
    driverUrl: "postgres://lectern:p%40ss@db1:5433/school?application_name=a+b",
  });
});

void test("Several servers default to the one that accepts writes, a single one to itself", () => {
  assert.equal(readDatabaseUrl("postgres://a,b/c")?.target, "read-write");
  assert.deepEqual(readDatabaseUrl("postgresql://u@db/c"), {
    servers: [{ host: "db", port: 5432 }],
    target: "any",
    tls: undefined,
    options: undefined,
    driverUrl: "postgres://u@db:5432/c",
  });
});

void test("Hosts and ports may be parameters, and hosts may be folders of sockets", () => {
  assert.deepEqual(readDatabaseUrl("postgres:///c?host=db1,db2&port=5433")?.servers, [
    { host: "db1", port: 5433 },
    { host: "db2", port: 5433 },
  ]);
  const socket = readDatabaseUrl("postgres://u@/c?host=/run/postgresql");
  assert.deepEqual(socket?.servers, [{ host: "/run/postgresql", port: 5432 }]);
  assert.equal(socket?.driverUrl, "postgres://u@localhost/c?host=%2Frun%2Fpostgresql&port=5432");
  assert.deepEqual(readDatabaseUrl("postgres://u@%2Frun%2Fpostgresql/c")?.servers, socket?.servers);
});

const serversOf = (url: string) => readDatabaseUrl(url)?.servers.map(({ host, port }) => `${host} ${port}`);

void test("Hosts, ports and the database of the address keep their value unless a parameter replaces them", () => {
  const cases: [url: string, ...servers: string[]][] = [
    ["postgres://u@localhost:55432/c?host=/folder", "/folder 55432"],
    ["postgres://u@localhost:55432/c?host=/folder&port=5433", "/folder 5433"],
    ["postgres://u@localhost:55432/c?host=/a,/b", "/a 55432", "/b 55432"],
    ["postgres://a:1,b:2/c?host=d,e", "d 1", "e 2"],
    ["postgres://a:1,b/c?host=d,e", "d 1", "e 5432"],
    ["postgres://a:1,b:2/c?port=7", "a 7", "b 7"],
    ["postgres://a:1,b:2/c?port=7,8", "a 7", "b 8"],
    ["postgres://a,b/c?port=7,", "a 7", "b 5432"],
    ["postgres://a:1/c?port=", "a 5432"],
    ["postgres://a:1/c?host=", "localhost 1"],
    ["postgres:///c?host=::1,2001:db8::7&port=1,2", "::1 1", "2001:db8::7 2"],
    ["postgres://[::1]:7/c?host=2001:db8::7", "2001:db8::7 7"],
    ["postgres://[2001:db8::7]/c?port=7", "2001:db8::7 7"],
    ["postgres://a/c?host=b&host=d&port=1&port=2", "d 2"],
  ];
  for (const [url, ...servers] of cases) assert.deepEqual(serversOf(url), servers, url);

  for (const [url, host, port] of [
    ["postgres://u@localhost:55432/c?host=/folder", "/folder", "55432"],
    ["postgres://u@localhost:55432/c?host=::1", "::1", "55432"],
    ["postgres://u@localhost:55432/other?dbname=c", "localhost", "55432"],
  ] as const) {
    const client = new pg.Client(readDatabaseUrl(url)?.driverUrl);
    assert.deepEqual(
      [client.host.replace(/^\[|\]$/g, ""), String(client.port), client.database],
      [host, port, "c"],
      url,
    );
  }
});

void test("Invalid URLs, and TLS that would protect less than it says, are rejected", () => {
  for (const invalid of [
    "mysql://db/c",
    "postgres://db:x/c",
    "postgres://db:70000/c",
    "postgres://a,b/c?target_session_attrs=writable",
    "postgres://a,b/c?host=d,e,f&port=1,2",
    "postgres://a:1,b:2/c?host=d",
    "postgres://db/c?port=1,2",
    "postgres://db/c?port=0x10",
    "postgres://db/c?host=[::1]",
    "postgres://db/c?hostaddr=192.0.2.1",
    "postgres://db/c?service=school",
    "postgres://db/c?requirepeer=postgres",
    "postgres://db/c?sslmode=verify-full&sslcrl=/revoked.pem",
    "postgres://db/c?channel_binding=require",
    "postgres://db/c?sslmode=prefer",
    "postgres://db/c?sslmode=allow",
    "postgres://db/c?sslmode=verify-ca",
    "postgres://db/c?sslmode=require&sslrootcert=system",
    "postgres://db/c?sslmode=require&sslcert=/c.pem",
  ]) {
    assert.equal(readDatabaseUrl(invalid), undefined, invalid);
  }
  assert.equal(readDatabaseUrl("postgres://db/c?sslrootcert=/ca.pem")?.tls?.mode, "verify-full");
});
