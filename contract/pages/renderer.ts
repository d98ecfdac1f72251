// The one seam between server and web: the web's built renderer, as the server loads it.
import type { Call, CallInput, Reply, Topic } from "../call.ts";

/** Whose pages they are. */
export type Site = { shopName: string; origin: string };

/** How a page on the server makes its calls. */
export type InternalCall = <C extends Call>(call: C, sent: CallInput<C>) => Promise<Reply<C>>;

export type PagePlan = {
  /** Pages with the same key are the same page for everyone. */
  key: string;
  status: 200 | 404;
  /** What the page shows; it is rendered anew when one of these changes. */
  topics: readonly Topic[];
};

export type RenderedPage = {
  /** For the document's head: title, description, what search engines read. */
  head: string;
  /** The application, as HTML. */
  app: string;
  /** The data that the page was rendered from, for the browser to go on with, as JSON. */
  state: string;
};

export type PageRenderer = {
  plan(path: string): PagePlan;
  render(path: string, call: InternalCall, site: Site): Promise<RenderedPage>;
  /** The pages that search engines shall show. */
  publicPaths(): string[];
};
