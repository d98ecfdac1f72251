// Server and browser write amounts, counts and dates in one way, whatever the browser's language: React
// replaces what it finds to be another, and reports it in the console, which fails these tests.
import { expect, it } from "vitest";
import { blank, openPage } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { signUp } from "#tests/people.ts";
import { pageScreens } from "#tests/screens/page-screens.ts";
import { openScreenShop } from "#tests/screens/screen-shop.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

const readers = [
  { locale: "en-US", timezoneId: "America/Los_Angeles" },
  { locale: "en-GB", timezoneId: "Europe/London" },
  { locale: "de-DE", timezoneId: "Europe/Berlin" },
  { locale: "fr-FR", timezoneId: "Pacific/Auckland" },
  { locale: "ar-EG", timezoneId: "Africa/Cairo" },
];

const withFigures = new Set(["home", "products", "shop", "search", "part", "compare", "fit"]);

it("every public page is in every browser what the server rendered", {
  timeout: 300_000,
}, async () => {
  const world = await openScreenShop();
  const part = await aStockedPart(world.shop, { priceCents: 123_450, availablQuantity: 12_345 });
  const publicScreens = pageScreens.filter(({ who }) => who === "visitor");
  const faults: string[] = [];
  for (const reader of readers) {
    const page = await openPage(blank, {
      ...reader,
      ownPage: true,
      expectedTroubles: /status of 400/,
    });
    let shown = "";
    page.on("pageerror", (error) => faults.push(`${reader.locale} ${shown}: ${error}`));
    // One locale whose digits, separators and direction are others stands for all where no figures are.
    const chosen = publicScreens.filter(
      ({ name }) => reader.locale === "ar-EG" || withFigures.has(name),
    );
    for (const screen of chosen) {
      shown = screen.name;
      await screen.open({ page, world: { ...world, part } });
    }
  }
  expect(faults).toEqual([]);
});

it("figures are written as the texts are, in English", async () => {
  const shop = await emptyShop();
  const vera = await signUp(shop);
  const part = await aStockedPart(shop, { priceCents: 61_725, availablQuantity: 1_234_567 });
  const { orderedAt } = await placeOrder(vera, part);
  const page = await openPageAs(shop, vera, "/dashboard/myOrder", { locale: "ar-EG" });
  await page.getByText("$1,234.50", { exact: true }).waitFor();
  const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(
    new Date(orderedAt),
  );
  await page.getByText(day).filter({ visible: true }).first().waitFor();
  await page.goto(`${shop.url}/purchase/${part.id}`);
  await page.getByText("Price : $617.25", { exact: true }).waitFor();
  await page.getByText("1,234,565", { exact: true }).waitFor();
});
