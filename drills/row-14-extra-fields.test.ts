// Row 14: a field more than a call has, in every body; and every answer against its schema. The
// second holds for each answer that any test gets (tests/check-response.ts); here each call
// answers a success once.
import { describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import type { Call } from "#contract/call.ts";
import { countCheckedResponses } from "#tests/check-response.ts";
import { blackPng } from "#tests/pictures.ts";
import { ask } from "./ask.ts";
import { newSession } from "./askers.ts";
import { full, report } from "./drill.ts";
import { fromOurPage, type Opened, openWithRightRequests } from "./right-requests.ts";
import { everyCall } from "./samples.ts";
import { seed, some } from "./seed.ts";
import { snapshot } from "./snapshot.ts";

const names = [
  ...["role", "Role", "ROLE", "role ", "roles", "admin", "isAdmin", "is_admin", "paid", "status"],
  ...["email2", "Email", "email ", "emailVerified", "user", "userId", "user_id", "_id", "id"],
  ...[
    "position",
    "createdAt",
    "hasPassword",
    "emailVerified",
    "passwordHash",
    "password_hash",
    "session",
    "total",
  ],
  ...["amount", "currency", "refunded", "__proto__", "constructor", "prototype", "toString"],
  ...["hasOwnProperty", "valueOf", "then", "toJSON", "length", "0", "", " ", "$set", "$where"],
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

/** A known-bad variant of what writes answers: all that a row holds. */
const known = vi.hoisted(() => ({ bad: false }));
vi.mock(import("#server/platform/http/write-json.ts"), async (original) => {
  const actual = await original();
  const whole = (reply: unknown): unknown =>
    Array.isArray(reply) ? reply.map(whole) : { ...(reply as object), passwordHash: "$argon2id$" };
  return {
    ...actual,
    writeJson: (schema, reply) =>
      known.bad ? JSON.stringify(whole(reply)) : actual.writeJson(schema, reply),
  };
});

const withBody = everyCall.filter((call) => call.body);

/** What was taken although it had a field more, and what was not refused by that field's name. */
async function accepted(
  { shop, rightRequest }: Opened,
  call: Call,
  most: number,
): Promise<string[]> {
  const right = fromOurPage(shop, await rightRequest(call));
  const own = Object.keys(JSON.parse(right.body ?? "{}"));
  const extras = names
    .filter((name) => !own.includes(name))
    .flatMap((name) => values.map((value) => [name, JSON.stringify(value)] as const));
  const before = JSON.stringify(await snapshot(shop));
  const found: string[] = [];
  for (const [name, value] of some(extras, most)) {
    const extra = `${JSON.stringify(name)}:${value}`;
    const body = `${right.body?.slice(0, -1)},${extra}}`;
    const { status, text } = await ask(shop.url, { ...right, body });
    const { code, fields } = JSON.parse(text).error ?? {};
    // What could change how objects behave is not even read.
    const isRefused =
      status === 400 && (code === "malformed" || Object.hasOwn(fields ?? {}, name || "body"));
    tried++;
    if (!isRefused) found.push(`${call.method} ${call.path} with ${extra}: ${status} ${text}`);
  }
  if (JSON.stringify(await snapshot(shop)) !== before) found.push(`${call.path} wrote something`);
  return found;
}

let tried = 0;

async function acceptedForms({ shop, admin }: Opened): Promise<string[]> {
  const { cookie } = await newSession(shop, admin.user._id);
  const picture = new Blob([new Uint8Array(blackPng(8, 8))], { type: "image/png" });
  const send = async (...parts: [name: string, value: string | Blob][]) => {
    const body = new FormData();
    for (const [name, value] of parts) body.append(name, value);
    return (await shop.request("/api/images", { method: "POST", headers: cookie, body })).status;
  };
  const before = JSON.stringify(await snapshot(shop));
  const found: string[] = [];
  for (const name of ["role", "__proto__", "image"]) {
    const first = await send([name, "admin"], ["image", picture]);
    const last = await send(["image", picture], [name, "admin"]);
    tried += 2;
    if (first !== 400 || last !== 400) found.push(`POST /images with ${name}: ${first}, ${last}`);
  }
  if (JSON.stringify(await snapshot(shop)) !== before) found.push("POST /images wrote something");
  expect(await send(["image", picture])).toBe(200);
  return found;
}

describe("row 14: a field more than a call has", () => {
  it("is refused by its name in every body, and nothing is written", async () => {
    const opened = await openWithRightRequests();
    const found: string[] = [];
    for (const call of withBody) {
      found.push(...(await accepted(opened, call, full ? Number.POSITIVE_INFINITY : 15)));
      // It was the field, not the rest.
      const right = await ask(
        opened.shop.url,
        fromOurPage(opened.shop, await opened.rightRequest(call)),
      );
      expect(right.status, `${call.path}: ${right.text}`).toBe(200);
    }
    found.push(...(await acceptedForms(opened)));
    report({
      row: 14,
      check: "fields that no call has, in every body",
      target: "0 accepted, 0 writes",
      figure: `${withBody.length} bodies and 1 form × up to ${names.length} names × ${values.length} values: ${tried} asked, ${found.length} accepted or written`,
      pass: found.length === 0,
    });
    expect(found, `seed ${seed}`).toEqual([]);
  });

  it("would be told, did a schema take what it does not know", async () => {
    const strict = withBody.map((call) => [call, call.body] as const);
    for (const [call, body] of strict) {
      if (body instanceof z.ZodMiniObject) call.body = z.object(body.shape);
    }
    try {
      const opened = await openWithRightRequests();
      for (const call of withBody) {
        expect(await accepted(opened, call, 10), call.path).not.toEqual([]);
      }
    } finally {
      for (const [call, body] of strict) if (body) call.body = body;
    }
  });
});

describe("row 14: what comes out", () => {
  const calls = everyCall.filter((call) => !call.raw && !call.form);

  it("is what each call declares, and nothing more", async () => {
    const { shop, rightRequest } = await openWithRightRequests();
    for (const call of calls) {
      const { status, text } = await ask(shop.url, fromOurPage(shop, await rightRequest(call)));
      expect(status, `${call.method} ${call.path}: ${text}`).toBe(200);
    }
    report({
      row: 14,
      check: "each call's own success against its schema, as every answer in all tests",
      target: "0 undeclared fields out",
      figure: `${calls.length} calls, ${countCheckedResponses()} answers held in this drill alone, 0 undeclared`,
      pass: true,
    });
  });

  it("would be told, were it all that a row holds", async () => {
    const { shop, rightRequest } = await openWithRightRequests();
    for (const call of calls.filter(({ method }) => method === "GET")) {
      const request = fromOurPage(shop, await rightRequest(call));
      known.bad = true;
      await ask(shop.url, request)
        .then(
          ({ status }) => expect.fail(`${call.path} answered ${status}`),
          (error) => expect(String(error), call.path).toContain("more than its schema"),
        )
        .finally(() => {
          known.bad = false;
        });
    }
  });
});
