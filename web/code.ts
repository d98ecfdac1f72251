// Code that comes when it is needed.
import { use } from "react";

/** A piece of code: fetched once, and from then on there without a pause. */
export type Code<Thing> = {
  /** What could not be fetched before is fetched again. */
  fetch(): Promise<Thing>;
  /** For components: whoever renders with it waits for it, or fails as its fetch did. */
  use(): Thing;
  /** For those who can do without. */
  known(): Thing | undefined;
};

export function codeOf<Thing>(load: () => Promise<Thing>): Code<Thing> {
  let there: Thing | undefined;
  let coming: Promise<Thing> | undefined;
  let failed = false;

  function fetch(): Promise<Thing> {
    if (coming && !failed) return coming;
    failed = false;
    coming = load();
    coming.then(
      (thing) => {
        there = thing;
      },
      () => {
        failed = true;
      },
    );
    return coming;
  }

  // A fetch that failed is not begun again by who shows that it did.
  return { fetch, use: () => there ?? use(coming ?? fetch()), known: () => there };
}
