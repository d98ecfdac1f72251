// A browser in which whatever runs that should not, and whatever the policy of the page had to stop,
// is written down.
import type { Page } from "playwright-core";
import { openPage } from "#tests/open-page.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import { setCookies } from "#tests/page-actions.ts";
import type { SignedIn } from "#tests/people.ts";

export type WatchedPage = {
  page: Page;
  /** The numbers of the texts that ran. */
  ran: unknown[];
  /** What the policy of the page refused. */
  refused: string[];
  /** Elements that carry a script of somebody's in themselves, run or not. */
  carriers(): Promise<string[]>;
};

type Options = {
  policy: "off" | "on";
  person?: SignedIn;
  /** What else the browser may complain of. */
  troubles?: RegExp;
};

export async function openWatched({ url }: OpenShop, options: Options): Promise<WatchedPage> {
  const page = await openPage("about:blank", {
    bypassCSP: options.policy === "off",
    // Pictures with such addresses are not there; what matters is written down below.
    expectedTroubles: new RegExp(
      `Failed to load resource|/images/|Content Security Policy|evil\\.example${options.troubles ? `|${options.troubles.source}` : ""}`,
    ),
  });
  const watched = { ran: [] as unknown[], refused: [] as string[] };
  const context = page.context();
  await context.exposeBinding("xss", (_source, number) => void watched.ran.push(number));
  await context.exposeBinding("tellRefused", (_source, what) => void watched.refused.push(what));
  await context.addInitScript(() => {
    const { tellRefused } = window as unknown as { tellRefused: (what: string) => void };
    document.addEventListener("securitypolicyviolation", (event) => {
      tellRefused(`${event.violatedDirective} ${event.blockedURI} at ${document.URL}`);
    });
  });
  page.on("dialog", (dialog) => {
    watched.ran.push(dialog.message());
    void dialog.dismiss();
  });
  if (options.person) await setCookies(page, url, options.person);
  return { page, ...watched, carriers: () => page.evaluate(findCarriers) };
}

function findCarriers(): string[] {
  const runs = (attribute: Attr) =>
    /^on/i.test(attribute.name) ||
    attribute.name === "srcdoc" ||
    // A browser reads past what stands before it and within; words that it only shows it never follows.
    (!/^(value|aria-label|alt|title)$/.test(attribute.name) &&
      /^javascript:/i.test(attribute.value.replace(/[^!-~]/g, "")));
  return [...document.querySelectorAll("*")]
    .filter((element) => [...element.attributes].some(runs))
    .map((element) => element.outerHTML.slice(0, 200));
}
