import { setTimeout as sleep } from "node:timers/promises";

/** Asks for the home page, ten times a second. */
export function watchVisitor(url: string) {
  const taken: number[] = [];
  let isWatching = true;
  const watching = (async () => {
    while (isWatching) {
      const began = performance.now();
      await (await fetch(url)).arrayBuffer();
      taken.push(performance.now() - began);
      await sleep(100);
    }
  })();
  return {
    async stop() {
      isWatching = false;
      await watching;
      return Math.round(taken.sort((a, b) => a - b)[Math.floor(taken.length * 0.99)] ?? 0);
    },
  };
}
