// What somebody names as their picture is loaded by everybody who sees it.
import { expect, it } from "vitest";
import { aReview } from "#seed/builders.ts";
import { openPage } from "#tests/open-page.ts";
import { openShopWithGoogle } from "#tests/open-shop-with-google.ts";
import { signUp } from "#tests/people.ts";

it("twelve that lead to the start of the Google sign-in lead nowhere", async () => {
  const shop = await openShopWithGoogle();
  for (let count = 0; count < 12; count++) {
    const writer = await signUp(shop);
    const img = `${shop.url}/api/identity/google?from=/${"a".repeat(1_800)}${count}`;
    const profile = { email: writer.email, education: "", location: "", number: "", img };
    expect((await writer.send("POST", "/api/updateUser", profile)).status).toBe(200);
    expect((await writer.send("POST", "/api/reviews", aReview())).status).toBe(200);
  }
  const page = await openPage("about:blank");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(shop.url);
  const reviews = page.getByRole("region", { name: "Customer reviews" });
  await reviews.getByRole("button", { name: "Next page" }).waitFor();
  for (const review of await reviews.getByRole("figure").all()) {
    await review.scrollIntoViewIfNeeded();
  }
  await page.waitForLoadState("networkidle");
  expect((await page.goto(`${shop.url}/about`))?.status()).toBe(200);
  expect(asked).not.toContain("/api/identity/google");
});
