// Row 14: unknown fields in every body; each response against its schema (check-response.ts).
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import type { Call } from "#contract/call.ts";
import { countCheckedResponses } from "#tests/check-response.ts";
import { blackPng } from "#tests/pictures.ts";
import { sample } from "#tests/random.ts";
import { everyCall, fieldsOf, nameOf } from "./calls.ts";
import { control, full, report } from "./report.ts";
import { sendRequest } from "./send-request.ts";
import { changedSince, changedTwice, snapshot } from "./snapshot.ts";
import { openValidRequests, type ValidRequest, type ValidRequests } from "./valid-requests.ts";

const names = [
  "role",
  "Role",
  "ROLE",
  "role ",
  "roles",
  "admin",
  "isAdmin",
  "is_admin",
  "paid",
  "status",
  "email2",
  "Email",
  "email ",
  "emailVerified",
  "user",
  "userId",
  "user_id",
  "_id",
  "id",
  "position",
  "createdAt",
  "hasPassword",
  "passwordHash",
  "password_hash",
  "session",
  "total",
  "amount",
  "currency",
  "refunded",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "then",
  "toJSON",
  "length",
  "0",
  "",
  " ",
  "$set",
  "$where",
];
const values = [
  "admin",
  true,
  1,
  null,
  {},
  [],
  { isAdmin: true },
  { prototype: { role: "admin" } },
];

const withBody = everyCall.filter((call) => call.body);
const withReply = everyCall.filter((call) => !call.raw && !call.form);

const few = 15;
let sent = 0;

type Shop = ValidRequests["shop"];

async function acceptedBy(shop: Shop, call: Call, valid: ValidRequest, count: number) {
  const own = [...Object.keys(JSON.parse(String(valid.body))), ...fieldsOf(call)];
  const extras = names
    .filter((name) => !own.includes(name))
    .flatMap((name) => values.map((value) => ({ name, value: JSON.stringify(value) })));
  const found: string[] = [];
  const send = async ({ name, value }: (typeof extras)[number]) => {
    const extra = `${JSON.stringify(name)}:${value}`;
    const known = String(valid.body).slice(1, -1);
    const body = `{${known ? `${known},` : ""}${extra}}`;
    const { status, text } = await sendRequest(shop.url, { ...valid, body });
    // A success may be a document.
    const { code, fields } = status === 400 ? JSON.parse(text).error : {};
    // What could change how objects behave is not even parsed.
    const isNamed = code === "malformed" || Object.hasOwn(fields ?? {}, name || "body");
    sent++;
    if (status !== 400 || !isNamed) found.push(`${nameOf(call)} with ${extra}: ${status} ${text}`);
  };
  const changedBy = async (some: typeof extras) => {
    const before = await snapshot(shop);
    for (const each of some) await send(each);
    return changedSince(shop, before);
  };
  let size = count;
  const changed = await changedTwice(() => {
    const some = sample(extras, size);
    size = few;
    return changedBy(some);
  });
  return [...found, ...changed.map((table) => `${nameOf(call)} wrote to ${table}`)];
}

async function acceptedForms({ shop, validRequest }: ValidRequests): Promise<string[]> {
  const call = everyCall.find(({ path }) => path === "/images") as Call;
  const { cookie } = (await validRequest(call)).headers;
  const picture = new Blob([new Uint8Array(blackPng(8, 8))], { type: "image/png" });
  const send = async (...parts: [name: string, value: string | Blob][]) => {
    const body = new FormData();
    for (const [name, value] of parts) body.append(name, value);
    sent++;
    return (await shop.request("/api/images", { method: "POST", headers: { cookie }, body }))
      .status;
  };
  const found: string[] = [];
  const changedBy = async () => {
    const before = await snapshot(shop);
    for (const name of ["role", "__proto__", "image"]) {
      const first = await send([name, "admin"], ["image", picture]);
      const last = await send(["image", picture], [name, "admin"]);
      if (first !== 400 || last !== 400) found.push(`POST /images with ${name}: ${first}, ${last}`);
    }
    return changedSince(shop, before);
  };
  for (const table of await changedTwice(changedBy)) found.push(`POST /images wrote to ${table}`);
  expect(await send(["image", picture])).toBe(200);
  return found;
}

let right: ValidRequests;
beforeAll(async () => {
  right = await openValidRequests();
});

describe("row 14: a field more than a call has", () => {
  it("is refused by its name in every body, and nothing is written", async () => {
    const { shop, validRequest } = right;
    const found: string[] = [];
    for (const call of withBody) {
      const valid = await validRequest(call);
      const count = full ? Number.POSITIVE_INFINITY : few;
      found.push(...(await acceptedBy(shop, call, valid, count)));
      const { status, text } = await sendRequest(shop.url, valid);
      expect(status, `${nameOf(call)}: ${text}`).toBe(200);
    }
    found.push(...(await acceptedForms(right)));
    report({
      check: "fields that no call has, in every body",
      target: "0 accepted, 0 writes",
      figure: `${withBody.length} bodies and 1 form × up to ${names.length} names × ${values.length} values: ${sent} requests`,
      faults: found,
    });
  });

  control("is found in a shop whose schemas take what they do not know", async () => {
    const { shop, validRequest } = await openValidRequests({ faults: ["ignoreUnknownFields"] });
    for (const call of withBody) {
      const valid = await validRequest(call);
      expect(await acceptedBy(shop, call, valid, 10), call.path).not.toEqual([]);
    }
  });
});

describe("row 14: what comes out", () => {
  it("is what each call declares, and nothing more", async () => {
    const { shop, validRequest } = right;
    // Those with a body have succeeded above.
    for (const call of withReply.filter(({ body }) => !body)) {
      const { status, text } = await sendRequest(shop.url, await validRequest(call));
      expect(status, `${nameOf(call)}: ${text}`).toBe(200);
    }
    report({
      check: "each call's own success against its schema, as every answer in all tests",
      target: "0 undeclared fields out",
      figure: `${withReply.length} calls, ${countCheckedResponses()} answers checked in this proof alone`,
    });
  });

  control("is found in a shop that answers all that a row holds", async () => {
    const { shop, validRequest } = await openValidRequests({ faults: ["leakFields"] });
    const leak = join(shop.dataDir, "leak");
    const read = withReply.filter(({ method }) => method === "GET");
    let found = 0;
    for (const call of read) {
      const request = await validRequest(call);
      await writeFile(leak, "");
      const answer = await sendRequest(shop.url, request).catch(String);
      await rm(leak);
      // An empty list holds no rows.
      if (typeof answer !== "string") expect(answer.text, call.path).toBe("[]");
      else if (/more than its schema|unrecognized_keys/.test(answer)) found++;
      else expect.unreachable(`${call.path}: ${answer}`);
    }
    expect(found).toBeGreaterThan(read.length * 0.7);
  });
});
