import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import {
  countFromQuery,
  date,
  email,
  knownTerms,
  moment,
  pictureUrl,
  requiredText,
  stockQuantity,
  text,
} from "./fields.ts";

const takes = (schema: z.ZodMiniType, value: unknown) => z.safeParse(schema, value).success;

describe("fields", () => {
  it("take no time that the database cannot hold", () => {
    const isMoment = (text: string) => moment.safeParse(text).success;
    for (const text of ["2026-11-21T00:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
      expect([text, isMoment(text)]).toEqual([text, true]);
    const outside = ["0000-12-31T23:59:59Z", "0001-01-01T00:00:00+01:00"];
    expect(takes(date("No"), "0001-01-01")).toBe(true);
    expect(takes(date("No"), "0000-12-31")).toBe(false);
    for (const text of [...outside, "9999-12-31T23:59:59-01:00", "tomorrow"])
      expect([text, isMoment(text)]).toEqual([text, false]);
  });

  it("trims text and keeps what is inside", () => {
    expect(text(10).parse("  a b ")).toBe("a b");
  });

  it.each(["a\0b", "\ud800", "x".repeat(11)])("refuses text that cannot be stored: %j", (value) => {
    expect(takes(text(10), value)).toBe(false);
  });

  it("takes any script and emoji", () => {
    expect(takes(text(40), "قرص مكابح 🛞 ブレーキ")).toBe(true);
  });

  it("tells an empty text from a filled one", () => {
    expect(takes(text(10), "")).toBe(true);
    expect(takes(requiredText(10), "   ")).toBe(false);
  });

  it.each(["\u200b", "\u3164", "\ufe0f", "\u034f", "\u2800 \u115f"])(
    "does not take the invisible %j for a text",
    (value) => {
      expect(takes(requiredText(10), value)).toBe(false);
      expect(takes(requiredText(10), `${value}a`)).toBe(true);
    },
  );

  it("takes at most 200 values of a car, also of series that it is not", () => {
    const other = (many: number) => ({ fact: "code", notSeries: Array(many).fill("M") });
    const known = Array(10).fill(other(20));
    expect(takes(knownTerms, known)).toBe(true);
    expect(takes(knownTerms, [...known, other(1)])).toBe(false);
  });

  it("writes e-mails small, so that one person has one", () => {
    expect(email.parse(" Ada@Example.COM ")).toBe("ada@example.com");
    expect(takes(email, "ada@")).toBe(false);
  });

  it.each(["https://a.example/b.png", "http://a.example/b", "/images/x/960.webp", ""])(
    "takes %j as a picture",
    (value) => expect(takes(pictureUrl, value)).toBe(true),
  );

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "//evil.example/x",
    "/etc/passwd",
    "https://",
    "http://[",
    "https://%/a",
    "/images/../api/live",
    "/images/..\\../x",
  ])("refuses %j as a picture", (value) => expect(takes(pictureUrl, value)).toBe(false));

  it.each([-1, 1.5, 1e10, Number.NaN, "4"])("refuses %s units of stock", (value) => {
    expect(takes(stockQuantity, value)).toBe(false);
  });

  it.each(["0", "-1", "1e3", "101", "", " 5", "5.0", "99999999999"])(
    "refuses %j as a count in a query",
    (value) => expect(takes(countFromQuery(100), value)).toBe(false),
  );
});
