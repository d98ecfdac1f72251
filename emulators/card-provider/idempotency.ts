// A retry under the same key gets the stored response, which is written in the request's transaction.
import { createHash } from "node:crypto";
import { ApiError, invalidRequest } from "./errors.ts";
import { type Form, serializeForm } from "./parse-form.ts";
import type { Store } from "./store.ts";

export type ApiResponse = { status: number; body: string };
export type StoredResponse = ApiResponse & { request: string };

export function hashRequest(method: string, path: string, form: Form): string {
  return createHash("sha256")
    .update(`${method} ${path} ${serializeForm(form)}`)
    .digest("hex");
}

export function findResponse(
  store: Store,
  key: string,
  fingerprint: string,
): StoredResponse | undefined {
  const row = store.db.prepare("select * from answers where key = ?").get(key);
  if (!row) return undefined;
  if (row.fingerprint !== fingerprint) {
    throw new ApiError(400, {
      type: "idempotency_error",
      message:
        "Keys for idempotent requests can only be used with the same parameters they were first " +
        `used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  return { status: Number(row.status), body: String(row.body), request: String(row.request) };
}

export function storeResponse(
  store: Store,
  key: string,
  fingerprint: string,
  answer: StoredResponse,
): void {
  store.db
    .prepare("insert into answers (key, fingerprint, status, body, request) values (?, ?, ?, ?, ?)")
    .run(key, fingerprint, answer.status, answer.body, answer.request);
}

export function readKey(key: string | undefined): string | undefined {
  if (key !== undefined && key.length > 255) {
    throw invalidRequest("Idempotency keys can be at most 255 characters long");
  }
  return key === "" ? undefined : key;
}

export function keyInUse(key: string): ApiError {
  return invalidRequest(
    "There is currently another in-progress request using this Idempotent Key (that probably " +
      `means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
    { code: "idempotency_key_in_use" },
    409,
  );
}
