import { afterEach, describe, expect, it, vi } from "vitest";
import { identityCalls } from "#contract/identity.ts";
import { orderFileCalls } from "#contract/order-file.ts";
import { partPath } from "#contract/rules/part-path.ts";
import { call } from "./call.ts";
import { filePath } from "./file-path.ts";
import * as all from "./paths.ts";

const hostile = [
  "../../login",
  "a/b",
  "?from=//evil.example",
  "#token=x",
  "//evil.example",
  "\\evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "%2e%2e%2f",
  "a&b=c",
  "a b\r\nc",
  '"><script>',
  "é",
];

const makers: Record<string, (text: string) => string> = {
  shop: all.shopPath,
  legal: (text) => all.legalPath("terms", text),
  fit: (text) => all.fitPath("vw", text),
  number: all.numberPath,
  search: all.searchPath,
  "shared basket": all.sharedBasketPath,
  compare: (text) => all.comparePath([text]),
  pay: all.checkoutPayPath,
  done: all.checkoutDonePath,
  purchase: all.purchasePath,
  product: all.manageProductPath,
  "fit of a product": all.manageFitPath,
  vehicles: (text) => all.vehiclesPath("vw", text),
  job: all.jobPath,
  "car of a garage": all.garageCarPath,
  return: all.returnPath,
  "ask for a return": all.askReturnPath,
  payment: all.paymentPath,
  login: all.loginPath,
  "second step": all.secondStepPath,
  person: all.personPath,
  webhook: all.webhookPath,
  import: all.importPath,
  "part type": all.partTypePath,
  part: (text) => partPath({ number: text, name: text }),
  file: (text) => filePath(orderFileCalls.file, { q: text }, ["name"]),
};

const shapeOf = (address: string) => {
  const { origin, pathname, searchParams, hash } = new URL(address, "https://shop.example");
  const places = pathname.split("/");
  return { origin, places: places.length, first: places[1], asked: [...searchParams.keys()], hash };
};

describe("an address of a page", () => {
  it.each(Object.entries(makers))("of %s is the same page whatever is put into it", (_, make) => {
    const hash = (text: string) => shapeOf(make(text)).hash.replace(/=.*/, "");
    for (const text of hostile) {
      expect([text, { ...shapeOf(make(text)), hash: hash(text) }]).toEqual([
        text,
        { ...shapeOf(make("x")), hash: hash("x") },
      ]);
      expect(new URL(make(text), "https://shop.example").href).not.toMatch(/[<>"\s\\]/);
    }
  });
});

describe("an address of a call", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("has each value as a part of its own", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (address: string) => {
      asked.push(address);
      return Response.json({ deletedCount: 1 });
    });
    for (const id of hostile) await call(identityCalls.endSession, { params: { id } });
    expect(asked).toEqual(hostile.map((id) => `/api/identity/sessions/${encodeURIComponent(id)}`));
    expect(new Set(asked.map((address) => shapeOf(address).places))).toEqual(new Set([5]));
  });
});
