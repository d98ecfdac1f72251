import { timingSafeEqual } from "node:crypto";
import type { Caller } from "./api-call.ts";
import { invalidRequest } from "./errors.ts";
import type { Form } from "./parse-form.ts";

export type Keys = { secretKey: string; publishableKey: string };

export function authenticate(keys: Keys, authorization: string | undefined, form: Form): Caller {
  const key = readKey(authorization) ?? keyIn(form);
  if (!key) {
    throw invalidRequest(
      "You did not provide an API key. You need to provide your API key in the Authorization header, " +
        "using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See " +
        "https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
      {},
      401,
    );
  }
  if (isSame(key, keys.secretKey)) return "server";
  if (isSame(key, keys.publishableKey)) return "browser";
  const shown = `${key.slice(0, 8)}${"*".repeat(8)}${key.slice(-4)}`;
  throw invalidRequest(`Invalid API Key provided: ${shown}`, {}, 401);
}

function readKey(authorization = ""): string | undefined {
  const [scheme = "", value = ""] = authorization.split(" ");
  if (/^bearer$/i.test(scheme)) return value;
  if (/^basic$/i.test(scheme)) return Buffer.from(value, "base64").toString().split(":")[0];
  return undefined;
}

/** Browsers send their key among the parameters. */
function keyIn(form: Form): string | undefined {
  const { key } = form;
  if (typeof key !== "string") return undefined;
  delete form.key;
  return key.startsWith("pk_") ? key : undefined;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
