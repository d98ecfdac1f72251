import type { Page } from "./page.ts";

export type LateAnswer = {
  prefetch: NonNullable<Page["publicData"]>;
  describe: NonNullable<Page["answer"]>;
};

/** For a page whose answer comes with it: its route awaits `load` with the component. */
export function lateAnswer(importAnswer: () => Promise<LateAnswer>) {
  let loaded: LateAnswer | undefined;
  const load = async () => {
    loaded ??= await importAnswer();
    return loaded;
  };
  const handle = {
    publicData: async (client, input) => (await load()).prefetch(client, input),
    answer: (client, input) => loaded?.describe(client, input),
  } satisfies Pick<Page, "publicData" | "answer">;
  return { load, handle };
}
