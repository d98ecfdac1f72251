import { describe, expect, it } from "vitest";
import { sanitizePersonPicture } from "./sanitize-person-picture.ts";

const upload = "/images/0123456789abcdef0123456789abcdef/960.webp";
const hosts = ["https://pictures.example", "https://cdn.example/shop"];

describe("a person's picture", () => {
  it.each([
    upload,
    upload.replace("960", "320"),
    "https://pictures.example/a/b.webp?size=2",
    "https://cdn.example/shop/me.webp",
  ])("may be %s", (img) => expect(sanitizePersonPicture(img, hosts)).toBe(img));

  it.each([
    "",
    "/images/me.webp",
    "/api/identity/google?from=/about",
    `${upload}?from=/about`,
    `${upload}/../../../api/identity/google`,
    `https://shop.example${upload}`,
    "https://elsewhere.example/me.jpg",
    "http://pictures.example/me.jpg",
    "https://pictures.example.evil.example/me.jpg",
    "https://pictures.example@evil.example/me.jpg",
    "https://me@pictures.example/me.jpg",
    "https://pictures.example:8443/me.jpg",
    "https://cdn.example/shopping/me.jpg",
    "https://cdn.example/shop/../other/me.jpg",
    "https://cdn.example/shop/%2e%2e/other/me.jpg",
    "javascript:alert(1)",
    "data:image/png;base64,AAAA",
  ])("is not %j", (img) => expect(sanitizePersonPicture(img, hosts)).toBe(""));

  it("is an upload only, where no host is configured", () => {
    expect(sanitizePersonPicture(upload, [])).toBe(upload);
    expect(sanitizePersonPicture("https://pictures.example/me.jpg", [])).toBe("");
  });
});
