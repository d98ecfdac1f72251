// What is on the screen stays true: a change made anywhere shows in every open browser.
import { describe, expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { addPart } from "#server/modules/catalog/add-parts.ts";
import { markRemoved } from "#server/modules/catalog/store.ts";
import { announceChange, storeChange } from "#tests/builders/event.ts";
import { changePart } from "#tests/builders/part.ts";
import { freePort } from "#tests/free-port.ts";
import { openLivePage, openPage } from "#tests/open-page.ts";
import { openShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { signUp } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

describe("an open page", () => {
  it("[§4.16] shows what another process changed, at home and on the products", async () => {
    const first = await emptyShop({ parts: [aPart({ name: "Ball Joint" })] });
    const second = await openShop({ databaseUrl: first.databaseUrl });
    const page = await openLivePage(first.url);
    for (const name of ["Tie Rod", "Track Rod"]) {
      await page.getByRole("heading", { name: "Ball Joint" }).waitFor();
      const id = await addPart(second.shop.db, aPart({ name }));
      await storeChange(second.shop.db, "parts");
      await page.getByRole("heading", { name }).waitFor();
      await changePart(second, { id }, { stock: 399 });
      await page.getByText("399").waitFor();
      await markRemoved(second.shop.db, id);
      await storeChange(second.shop.db, "parts");
      await page.getByRole("heading", { name }).waitFor({ state: "detached" });
      await page.getByRole("link", { name: "Products", exact: true }).click();
      await page.getByRole("heading", { name: "All Products" }).waitFor();
    }
  });

  it("shows what an order has left of a part without fetching anything", async () => {
    const shop = await emptyShop();
    const buyer = await signUp(shop);
    const part = await aStockedPart(shop, { availablQuantity: 399 });
    await expect.poll(() => shop.shop.events.within(4_500)).toEqual([]);
    const page = await openLivePage(`${shop.url}/product`);
    await page.getByText("399").waitFor();
    const fetched: string[] = [];
    page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
    await placeOrder(buyer, part, { quantity: 5 });
    await page.getByText("394").waitFor();
    expect(fetched).toEqual([]);
  });

  it("catches up with what changed between its making and its arrival", async () => {
    const { url, shop } = await emptyShop({ parts: [aPart({ name: "Ball Joint" })] });
    const page = await openPage("about:blank");
    // The push connection comes up only after the change has been told to everyone else.
    await page.route("**/api/live**", async (route) => {
      await addPart(shop.db, aPart({ name: "Tie Rod" }));
      await shop.events.catchUp();
      await route.continue();
    });
    await page.goto(url);
    await page.getByRole("heading", { name: "Tie Rod" }).waitFor();
  });

  it("sees a change that comes while it is fetching", async () => {
    const { url, shop } = await emptyShop({ parts: [aPart({ name: "Ball Joint" })] });
    const page = await openLivePage(`${url}/about`);
    let fetches = 0;
    const first = Promise.withResolvers<void>();
    await page.route("**/api/parts**", async (route) => {
      const response = await route.fetch();
      const isFirst = fetches++ === 0;
      if (isFirst) {
        // The answer is on its way when the change is told.
        const told = page.evaluate(
          () =>
            new Promise<void>((resolve) => {
              const shows = "/api/live?shows=parts";
              new EventSource(shows).addEventListener("changed", () => resolve());
            }),
        );
        await addPart(shop.db, aPart({ name: "Tie Rod" }));
        const again = setInterval(() => void announceChange({ shop }, ["parts"]), 300);
        await told.finally(() => clearInterval(again));
      }
      await route.fulfill({ response });
      if (isFirst) first.resolve();
    });
    await page.getByRole("link", { name: "Products", exact: true }).click();
    await first.promise;
    await page.getByRole("heading", { name: "Tie Rod" }).waitFor();
    await page.unrouteAll({ behavior: "ignoreErrors" });
  });

  it("is up to date when a person goes back to it", async () => {
    const { url, shop } = await emptyShop({ parts: [aPart({ name: "Ball Joint" })] });
    // The browser looks for an icon of a text file's.
    const page = await openLivePage(url, { expectedTroubles: /404/ });
    await page.goto(`${url}/robots.txt`);
    await addPart(shop.db, aPart({ name: "Tie Rod" }));
    // So long ago that nobody is told of it who does not say how old their page is.
    await expect.poll(() => shop.events.within(4_500)).toEqual([]);
    await page.goBack();
    await page.getByRole("heading", { name: "Tie Rod" }).waitFor();
  });

  it("says when the connection is lost, and of when it is, and catches up", async () => {
    const port = `${await freePort()}`;
    const { url, databaseUrl, stop } = await openShop({ parts: [aPart()], env: { PORT: port } });
    const troubles = /api\/(live|parts)|ERR_|Failed to load/;
    const page = await openLivePage(url, { expectedTroubles: troubles });
    await stop();
    const notice = page.getByText(/^Not connected. As of \d/);
    await notice.waitFor();
    const again = await openShop({ databaseUrl, env: { PORT: port } });
    await addPart(again.shop.db, aPart({ name: "Tie Rod" }));
    await page.getByRole("heading", { name: "Tie Rod" }).waitFor();
    await notice.waitFor({ state: "detached" });
  });
});
