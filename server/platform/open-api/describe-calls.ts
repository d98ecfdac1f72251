import * as z from "zod/mini";
import { type AccessRule, type Call, type Calls, callRoot } from "#contract/call.ts";
import { adminRoles } from "#contract/fields.ts";
import { type RefusalCode, refusalStatus } from "#contract/refusals.ts";
import { keyMayCall, rolesFor } from "#contract/rules/roles.ts";
import { describeWebhooks } from "./describe-webhooks.ts";
import { type Json, json, type Operation, toSchema } from "./to-schema.ts";

type Operations = Record<string, Record<string, Operation>>;
export type OpenApi = Json & { paths: Operations; webhooks: Operations };

const whoMay: Record<AccessRule, string> = {
  visitor: "Anyone.",
  "signed-in": "Anyone who is signed in.",
  own: "Anyone who is signed in, for what is theirs.",
  "own-or-admin": "Anyone who is signed in, for what is theirs; an admin for everybody.",
  admin: "Admins.",
};

export function describeCalls(
  calls: Record<string, Calls>,
  shopName: string,
  origin: string,
): OpenApi {
  const paths: OpenApi["paths"] = {};
  for (const [domain, ofDomain] of Object.entries(calls)) {
    for (const [name, call] of Object.entries(ofDomain)) {
      const path = call.path.replace(/:(\w+)/g, "{$1}");
      const operation = describe(call, domain, name);
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation };
    }
  }
  return {
    openapi: "3.1.1",
    info: {
      title: `${shopName}: the calls of the shop`,
      version: "1",
      description:
        "Money is in dollars. A request that changes something needs an access token, or comes from a page " +
        "of the shop with its session cookie. Every refusal has the same shape.",
    },
    servers: [{ url: origin + callRoot }],
    tags: Object.keys(calls).map((name) => ({ name })),
    paths,
    webhooks: describeWebhooks(),
    components: {
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "What PUT /user/{email} answers: as who is signed in.",
        },
        key: {
          type: "http",
          scheme: "bearer",
          description:
            "A key that an owner has made for a program (POST /api-keys). It makes the calls of admins that its role includes, but changes no roles, people, sign-ins or keys.",
        },
        session: { type: "apiKey", in: "cookie", name: "session" },
      },
      schemas: { Refusal: refusal },
    },
  };
}

function describe(call: Call, domain: string, name: string): Operation {
  return {
    operationId: `${domain}.${name}`,
    tags: [domain],
    summary: call.summary,
    description: `For: ${whoMay[call.who]}${writeRoles(call)}`,
    parameters: [...parametersOf(call.params, "path"), ...parametersOf(call.query, "query")],
    ...(call.form && { requestBody: { required: true, content: fileOf(call) } }),
    ...(call.body && {
      requestBody: { required: true, content: json(toSchema(call.body, "input")) },
    }),
    responses: { ...success(call), ...refusals(call) },
    security: call.who === "visitor" ? [] : waysIn(call),
  };
}

/** Keys make the calls of admins, but for what needs a person. */
function waysIn(call: Call): Json[] {
  const { who, confirm } = call;
  const isForKeys =
    (who === "admin" || who === "own-or-admin") && confirm !== "everyone" && keyMayCall(call);
  return [{ token: [] }, { session: [] }, ...(isForKeys ? [{ key: [] }] : [])];
}

function writeRoles(call: Call): string {
  if (call.who !== "admin" && call.who !== "own-or-admin") return "";
  const roles = rolesFor(call);
  return roles.length === adminRoles.length ? "" : ` Roles of admins: ${roles.join(", ")}.`;
}

function parametersOf(shape: Call["query"], where: "path" | "query"): Json[] {
  return Object.entries(shape ?? {}).map(([name, field]) => ({
    name,
    in: where,
    required: !z.safeParse(field, undefined).success,
    schema: toSchema(field, "input"),
  }));
}

function success(call: Call): Json {
  if (!call.raw) {
    return { 200: { description: "Done.", content: json(toSchema(call.reply, "output")) } };
  }
  if (/^\/exports\/|\/csv$/.test(call.path)) {
    return { 200: { description: "A file.", content: { "text/csv": {} } } };
  }
  if (call.path.endsWith(".pdf")) {
    return { 200: { description: "A PDF.", content: { "application/pdf": {} } } };
  }
  const isStream = call.path === "/live";
  return isStream
    ? { 200: { description: "A stream of events.", content: { "text/event-stream": {} } } }
    : { 302: { description: "Redirects the browser." } };
}

function refusals({ refusals: own, who, confirm, params, query, body, form }: Call): Json {
  const takesInput = Boolean(params ?? query ?? body ?? form);
  const codes = new Set<RefusalCode>([
    ...own,
    ...(takesInput ? (["invalid"] as const) : []),
    ...(body || form ? (["malformed", "too-large", "unsupported-media-type"] as const) : []),
    ...(who === "visitor" ? [] : (["not-signed-in", "not-allowed"] as const)),
    ...(confirm || who === "admin" ? (["not-confirmed"] as const) : []),
    "surprise",
  ]);
  const byStatus = Map.groupBy(codes, (code) => refusalStatus[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [
      status,
      { description: some.join(", "), content: json({ $ref: "#/components/schemas/Refusal" }) },
    ]),
  );
}

function fileOf({ path }: Call): Json {
  const isPicture = path === "/images";
  const name = isPicture ? "image" : "file";
  const contentMediaType = isPicture ? "image/*" : "text/csv";
  const properties = { [name]: { type: "string", contentMediaType } };
  return { "multipart/form-data": { schema: { type: "object", properties, required: [name] } } };
}

const refusal = {
  type: "object",
  properties: {
    error: {
      type: "object",
      properties: {
        code: { type: "string", enum: Object.keys(refusalStatus) },
        message: { type: "string", description: "A sentence that a person can act on." },
        fields: { type: "object", additionalProperties: { type: "string" } },
        present: { description: "What there is instead of what the caller assumed." },
      },
      required: ["code", "message"],
    },
  },
  required: ["error"],
};
