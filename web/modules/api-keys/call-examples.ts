// Examples of calls for programs, about things that the shop has, and the code that makes them.
import { type Call, type CallInput, callRoot } from "#contract/call.ts";
import type { AdminRole } from "#contract/fields.ts";
import type { stockCalls } from "#contract/inventory.ts";
import type { orderCalls } from "#contract/orders.ts";
import type { partEditCalls } from "#contract/part-edits.ts";
import type { shipmentCalls } from "#contract/shipments.ts";
import type { webhookCalls } from "#contract/webhooks.ts";

export type CallExample = {
  id: string;
  title: string;
  says: string;
  method: Call["method"];
  path: string;
  body?: object;
  role: AdminRole;
};

export type ExampleThings = {
  part: { _id: string; number: string; price: number };
  order?: string;
  /** Of what is sent twice, so that it is done once. */
  key: string;
};

type About = Pick<CallExample, "id" | "title" | "says" | "role">;
type Sent = { params?: object; query?: object; body?: unknown };

/** Checked against the call by the compiler alone, so that browsers load no schemas for it. */
function example<C extends Call>(
  about: About,
  method: C["method"],
  template: C["path"],
  sent: CallInput<C>,
): CallExample {
  const { params = {}, query = {}, body } = sent as Sent;
  const named = Object.entries(params).reduce<string>(
    (path, [name, value]) => path.replace(`:${name}`, encodeURIComponent(`${value}`)),
    template,
  );
  const asked = new URLSearchParams(Object.entries(query).map(([name, each]) => [name, `${each}`]));
  return {
    ...about,
    method,
    path: `${callRoot}${named}${asked.size > 0 ? `?${asked}` : ""}`,
    ...(body !== undefined && { body: body as object }),
  };
}

export const callExamples = ({ part, order, key }: ExampleThings): CallExample[] => [
  example<typeof partEditCalls.managed>(
    {
      id: "low",
      role: "read-only",
      title: "List what is low in stock",
      says: "The next page begins after the _id of the last part: add after=… to the address.",
    },
    "GET",
    "/managed-parts",
    { query: { view: "low", limit: 20 } },
  ),
  example<typeof partEditCalls.record>(
    {
      id: "part",
      role: "read-only",
      title: "Read one part",
      says: `This one is ${part.number}. Its version changes with each edit.`,
    },
    "GET",
    "/parts/:id/record",
    { params: { id: part._id } },
  ),
  example<typeof partEditCalls.edit>(
    {
      id: "price",
      role: "catalogue",
      title: "Set a price",
      says: "Orders that were placed before keep theirs. The new price shows in every open browser.",
    },
    "PATCH",
    "/parts/:id",
    { params: { id: part._id }, body: { price: part.price } },
  ),
  example<typeof stockCalls.edit>(
    {
      id: "stock",
      role: "catalogue",
      title: "Book a delivery into the stock",
      says: "One piece. Sent again under the same key, it is booked once: repeat what got no answer.",
    },
    "POST",
    "/parts/:id/stock",
    {
      params: { id: part._id },
      body: { reason: "delivery", pieces: 1, note: "Delivery note 4711", key },
    },
  ),
  example<typeof orderCalls.all>(
    {
      id: "orders",
      role: "read-only",
      title: "List what is to ship",
      says: "Paid orders of which not everything is on its way, the oldest first.",
    },
    "GET",
    "/allOrders",
    { query: { state: "to-ship", sort: "oldest", limit: 20 } },
  ),
  example<typeof shipmentCalls.create>(
    {
      id: "pack",
      role: "orders",
      title: "Pack a paid order",
      says: `${order ? "" : "Put the _id of a paid order in place of ORDER_ID. "}Nothing leaves yet: without isPacked it ships at once, and the customer gets a letter with carrier and tracking.`,
    },
    "POST",
    "/orders/:id/shipments",
    { params: { id: order ?? "ORDER_ID" }, body: { key, isPacked: true } },
  ),
  example<typeof webhookCalls.list>(
    {
      id: "webhooks",
      role: "read-only",
      title: "See whether webhooks arrive",
      says: "How many messages wait for each, and since when one fails.",
    },
    "GET",
    "/webhooks",
    {},
  ),
];

export const exampleLanguages = { curl: "curl", javascript: "JavaScript", python: "Python" };
export type ExampleLanguage = keyof typeof exampleLanguages;

/** Runs as it is, with the key in the environment as SHOP_KEY. */
export function writeExample(
  language: ExampleLanguage,
  origin: string,
  { method, path, body }: CallExample,
): string {
  const json = body && JSON.stringify(body);
  const url = JSON.stringify(origin + path);
  if (language === "curl") {
    return [
      `curl --fail-with-body -X ${method} ${quote(origin + path)}`,
      `  -H "Authorization: Bearer $SHOP_KEY"`,
      ...(json ? [`  -H "Content-Type: application/json"`, `  -d ${quote(json)}`] : []),
    ].join(" \\\n");
  }
  if (language === "javascript") {
    const headers = json
      ? `{ authorization: \`Bearer \${process.env.SHOP_KEY}\`, "content-type": "application/json" }`
      : `{ authorization: \`Bearer \${process.env.SHOP_KEY}\` }`;
    return [
      `const response = await fetch(${url}, {`,
      `  method: "${method}",`,
      `  headers: ${headers},`,
      ...(json ? [`  body: JSON.stringify(${json}),`] : []),
      "});",
      "if (!response.ok) throw new Error(await response.text());",
      "console.log(await response.json());",
    ].join("\n");
  }
  return [
    "import json, os, urllib.request",
    "",
    "request = urllib.request.Request(",
    `    ${url},`,
    `    method="${method}",`,
    `    headers={"Authorization": "Bearer " + os.environ["SHOP_KEY"], "Content-Type": "application/json"},`,
    ...(json ? [`    data=${JSON.stringify(json)}.encode(),`] : []),
    ")",
    "with urllib.request.urlopen(request) as response:",
    "    print(json.dumps(json.load(response), indent=2))",
  ].join("\n");
}

const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

export const receiverExample = `// npm install standardwebhooks
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const seen = new Set();

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const { type, data } = webhook.verify(Buffer.concat(chunks).toString(), request.headers);
    const id = request.headers["webhook-id"];
    if (!seen.has(id)) console.log(type, data);
    seen.add(id);
    response.end();
  } catch {
    response.writeHead(400).end("The signature is wrong.");
  }
}).listen(process.env.PORT ?? 8080);`;
