import { addFailedLetter, addJobs, removeFailedJobs } from "#tests/builders/job.ts";
import { removeParts } from "#tests/builders/part.ts";
import { timeAgo, timeFromNow } from "#tests/builders/time.ts";
import { toast } from "#tests/open-page-as.ts";
import { fillFields, pressButton } from "#tests/page-actions.ts";
import { depositsName, returnPath } from "#web/app/paths.ts";
import { openPath, openPathWithCall, type Screen, type ScreenContext } from "./screen.ts";
import type { ScreenShop } from "./screen-shop.ts";

const orders = "/dashboard/manageAllOrders";
const reviews = "/dashboard/manageReviews";
const alert = ({ page }: ScreenContext) => page.getByRole("alert").first().waitFor();
const dialog = ({ page }: ScreenContext) => page.getByRole("alertdialog").waitFor();

async function openOrder(stage: ScreenContext, state: keyof ScreenShop["orders"]): Promise<void> {
  await openPath(stage, `${orders}?order=${stage.world.orders[state]._id}`);
  await stage.page.getByRole("heading", { name: "Payment history" }).waitFor();
}

/** The call fails; the page offers to try again. */
const failing = (name: string, path: string, call: string): Omit<Screen, "who"> => ({
  name,
  async open(stage) {
    await openPathWithCall(stage, path, call, "fails");
    await alert(stage);
  },
  troubles: /ERR_FAILED/,
});

const states: Omit<Screen, "who">[] = [
  {
    name: "profile-of-an-admin",
    isRepetition: true,
    open: (stage) => openPath(stage, "/dashboard"),
  },
  {
    name: "orders-none-found",
    isRepetition: true,
    open: (stage) => openPath(stage, `${orders}?q=hovercraft`),
  },
  {
    name: "orders-none-yet",
    async open(stage) {
      await openPathWithCall(stage, orders, "**/api/allOrders?*", []);
      await stage.page.getByText("No orders yet").waitFor();
    },
  },
  {
    name: "orders-second-page",
    isRepetition: true,
    open: (stage) => openPath(stage, `${orders}?after=${stage.world.orders.unpaid._id}`),
  },
  failing("orders-failed", orders, "**/api/allOrders?*"),
  { name: "order-unpaid", open: (stage) => openOrder(stage, "unpaid") },
  { name: "order-paid", open: (stage) => openOrder(stage, "paid") },
  {
    name: "order-part-shipped",
    async open(stage) {
      await openOrder(stage, "shipped");
      await stage.page.getByText("Refund a part of it").click();
      await stage.page.getByText("Correct the address").waitFor({ state: "detached" });
    },
  },
  {
    name: "orders-to-ship",
    async open(stage) {
      await openPath(stage, `${orders}?view=to-ship`);
      await stage.page
        .getByRole("checkbox", { name: /^Select order/ })
        .first()
        .check();
      await stage.page.getByRole("button", { name: /^Mark/ }).waitFor();
    },
  },
  {
    name: "order-peek",
    async open(stage) {
      await openPath(stage, `${orders}?view=work&open=${stage.world.orders.paid._id}`);
      await stage.page.getByRole("dialog").getByText("Open the order").waitFor();
    },
  },
  {
    name: "order-on-account",
    async open(stage) {
      await openPath(stage, `${orders}?order=${stage.world.onAccount._id}`);
      await stage.page.getByRole("button", { name: "Book the receipt" }).waitFor();
    },
  },
  { name: "order-refunding", isRepetition: true, open: (stage) => openOrder(stage, "refunding") },
  { name: "order-refunded", open: (stage) => openOrder(stage, "refunded") },
  {
    name: "order-dialog-unpaid",
    isRepetition: true,
    async open(stage) {
      await openOrder(stage, "unpaid");
      await pressButton(stage.page, "Cancel order");
      await dialog(stage);
    },
  },
  {
    name: "order-dialog",
    async open(stage) {
      await openOrder(stage, "paid");
      await stage.page.getByRole("button", { name: /^Cancel and refund/ }).click();
      await dialog(stage);
    },
  },
  {
    name: "order-of-nothing",
    async open(stage) {
      await openPath(stage, `${orders}?order=0199a000-0000-7000-8000-000000000000`);
      await alert(stage);
    },
    troubles: /status of 404/,
  },
  {
    name: "ledger-checked",
    async open(stage) {
      await openPath(stage, "/dashboard/ledger");
      await pressButton(stage.page, "Check everything now");
      await stage.page.getByText("Everything was checked").waitFor();
    },
  },
  { ...failing("ledger-failed", "/dashboard/ledger", "**/api/ledger*"), isRepetition: true },
  { ...failing("audit-log-failed", "/dashboard/auditLog", "**/api/audit*"), isRepetition: true },
  {
    name: "jobs-with-failures",
    async open(stage) {
      const error =
        "The mail server did not accept the letter: connect ECONNREFUSED 127.0.0.1:2525";
      await addFailedLetter(stage.world.shop, error);
      await addJobs(stage.world.shop.shop.db, [
        {
          kind: "letter",
          payload: { kind: "order-placed", email: "a@shop.example", about: crypto.randomUUID() },
          attempts: 3,
          lastError: error,
          lastRunAt: timeAgo({ minutes: 2 }),
          runAt: timeFromNow({ hours: 1 }),
        },
      ]);
      await openPath(stage, "/dashboard/jobs");
      await stage.page.getByText("The shop has given up").waitFor();
    },
    undo: ({ world: { shop } }) => removeFailedJobs(shop.shop.db),
  },
  { ...failing("jobs-failed", "/dashboard/jobs", "**/api/jobs"), isRepetition: true },
  {
    name: "add-product-errors",
    async open(stage) {
      await openPath(stage, "/dashboard/addProduct");
      await pressButton(stage.page, "Add Product");
      await stage.page.getByText("Name is Required").waitFor();
    },
    troubles: /status of 400/,
  },
  {
    name: "add-product-added",
    async open(stage) {
      await openPath(stage, "/dashboard/addProduct");
      await fillFields(stage.page, {
        Name: "Wheelbearinghousing".repeat(10),
        Description: "For every wheel.",
        "Minimum Quantity": "20",
        "Availabl Quantity": "4200",
        "Per Price": "8.95",
      });
      await pressButton(stage.page, "Add Product");
      await toast(stage.page, "Order Success").waitFor();
    },
    undo: ({ world: { shop } }) => removeParts(shop, "Wheelbearinghousing"),
  },
  {
    name: "make-admin-dialog",
    isRepetition: true,
    async open(stage) {
      await openPath(stage, "/dashboard/makeAdmin");
      await stage.page
        .getByRole("button", { name: /^Delete / })
        .last()
        .click();
      await dialog(stage);
    },
  },
  {
    name: "manage-reviews-dialog",
    isRepetition: true,
    async open(stage) {
      await openPath(stage, reviews);
      await stage.page
        .getByRole("button", { name: /^Delete / })
        .first()
        .click();
      await dialog(stage);
    },
  },
  {
    name: "manage-reviews-none-yet",
    async open(stage) {
      await openPathWithCall(stage, reviews, "**/api/allReviews?*", []);
      await stage.page.getByText("No reviews yet").waitFor();
    },
  },
  { ...failing("manage-reviews-failed", reviews, "**/api/allReviews?*"), isRepetition: true },
  {
    name: "return-asked-for",
    async open(stage) {
      await openPath(stage, returnPath(stage.world.returnId));
      await stage.page.getByRole("heading", { name: /^Return \d/ }).waitFor();
    },
  },
  {
    name: "deposits-desk",
    async open(stage) {
      await openPath(stage, returnPath(depositsName));
      await stage.page.getByText("Starter").first().waitFor();
    },
  },
  ...(["delivery", "tax", "returns", "reviews", "security"] as const).map((section) => ({
    name: `settings-${section}`,
    async open(stage: ScreenContext) {
      await openPath(stage, `/dashboard/settings?section=${section}`);
      await stage.page.getByRole("form", { name: "Settings" }).waitFor();
    },
  })),
  {
    name: "settings-discounts",
    async open(stage) {
      await openPath(stage, "/dashboard/settings?section=discounts");
      for (const what of ["discount", "price list", "group"]) {
        await pressButton(stage.page, `Add a ${what}`);
      }
    },
  },
  {
    name: "settings-letters",
    async open(stage) {
      await openPath(stage, "/dashboard/settings?section=letters");
      await fillFields(stage.page, { Closing: "With {nothing}" });
      await stage.page.getByText(/There is no \{nothing\}/).waitFor();
    },
  },
  { ...failing("make-admin-failed", "/dashboard/makeAdmin", "**/api/user?*"), isRepetition: true },
];

export const adminStates: Screen[] = states.map((state) => ({ who: "admin", ...state }));
