import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import type { Call } from "#contract/call.ts";
import { calls } from "#contract/calls.ts";
import { keyMayCall } from "#contract/rules/roles.ts";
import { webhookKindNames } from "#contract/webhooks.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPage } from "#tests/open-page.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import type { OpenApi } from "./describe-calls.ts";

const everyCall = Object.entries(calls).flatMap(([domain, some]) =>
  Object.entries(some as Record<string, Call>).map(([name, call]) => ({ domain, name, call })),
);

async function documentOf({ url }: OpenShop): Promise<OpenApi> {
  const response = await fetch(`${url}/api/openapi.json`);
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  return (await response.json()) as OpenApi;
}

describe("GET /api/openapi.json", () => {
  it("is a valid OpenAPI 3.1 document, and would not be with a word wrong", async () => {
    const document = await documentOf(await openShop());
    expect(document.openapi).toBe("3.1.1");
    expect(await new Validator().validate(structuredClone(document))).toMatchObject({
      valid: true,
    });
    const wrong = { ...document, paths: { "no-slash": {} } };
    expect(await new Validator().validate(wrong)).toMatchObject({ valid: false });
  });

  it("has every call, for whom it is, and what it takes", async () => {
    const shop = await openShop();
    const { paths, servers } = await documentOf(shop);
    expect(servers).toEqual([{ url: `${shop.shop.origin}/api` }]);
    const described = everyCall.map(({ domain, name, call }) => {
      const operation = paths[call.path.replace(/:(\w+)/g, "{$1}")]?.[call.method.toLowerCase()];
      expect(operation?.operationId).toBe(`${domain}.${name}`);
      expect(operation?.summary).toMatch(/^[A-Z`].*\.$/);
      const isForKeys = /admin/.test(call.who) && call.confirm !== "everyone" && keyMayCall(call);
      const names = [...(call.who === "visitor" ? [] : ["token", "session"]), "key"];
      expect(operation?.security).toEqual(
        names.slice(0, isForKeys ? 3 : names.length - 1).map((name) => ({ [name]: [] })),
      );
      return operation;
    });
    expect(described).toHaveLength(everyCall.length);
    expect(paths["/orders"]?.post).toMatchObject({
      requestBody: {
        content: {
          "application/json": {
            schema: {
              required: expect.arrayContaining(["name", "quantity", "totalPrice"]),
              additionalProperties: false,
            },
          },
        },
      },
      responses: { 200: {}, 400: {}, 401: {}, 404: {}, 409: {}, 500: {} },
    });
    expect(paths["/orders"]?.get?.parameters).toContainEqual({
      name: "email",
      in: "query",
      required: true,
      schema: expect.objectContaining({ format: "email" }),
    });
  });
});

it("describes each message to webhooks, with its headers and what it holds", async () => {
  const { webhooks } = await documentOf(await openShop());
  expect(Object.keys(webhooks)).toEqual(webhookKindNames);
  expect(webhooks["order.paid"]?.post).toMatchObject({
    parameters: [
      { name: "webhook-id", in: "header" },
      { name: "webhook-timestamp", in: "header" },
      { name: "webhook-signature", in: "header" },
    ],
    requestBody: {
      content: {
        "application/json": {
          schema: {
            required: ["type", "timestamp", "data"],
            properties: { data: { properties: { number: {}, state: {}, totalPrice: {} } } },
          },
        },
      },
    },
  });
});

it("can be read by people, at GET /api", async () => {
  const { url } = await openShop();
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await openPage(`${url}/api`, {
      colorScheme,
      viewport: { width: 390, height: 800 },
    });
    await page.getByRole("heading", { level: 1, name: /the calls of the shop$/ }).waitFor();
    expect(await page.getByRole("article").count()).toBe(everyCall.length);
    const place = page.getByRole("article", { name: "POST /api/orders", exact: true });
    await place.getByText("Sent: application/json").click();
    await place.getByText('"totalPrice"').first().waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);
  }
});
