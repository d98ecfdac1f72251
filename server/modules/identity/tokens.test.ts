import * as crypto from "node:crypto";
import { expect, it, vi } from "vitest";
import { hashToken, newToken } from "./tokens.ts";

vi.mock(import("node:crypto"), async (original) => {
  const actual = await original();
  return { ...actual, randomBytes: vi.fn(actual.randomBytes) as never };
});

it("a token is 256 random bits, hashed with SHA-256", () => {
  const randomBytes = vi.mocked(crypto.randomBytes as unknown as (size: number) => Buffer);
  const token = newToken();
  expect(randomBytes).toHaveBeenCalledExactlyOnceWith(32);
  expect(token).toBe(randomBytes.mock.results[0]?.value.toString("base64url"));
  expect(new Set(Array.from({ length: 1_000 }, newToken)).size).toBe(1_000);
  const sha256 = crypto.createHash("sha256").update(token).digest();
  expect(hashToken(token)).toEqual(sha256);
});
