import { registerHooks } from "node:module";

/** Who asks for the one gets the other, except the other itself. */
export function inPlaceOf(file: string, bad: URL): void {
  const good = new URL(`../../${file}`, import.meta.url).href;
  registerHooks({
    resolve(name, context, next) {
      const found = next(name, context);
      const isAsked = found.url === good && context.parentURL !== bad.href;
      return isAsked ? { ...found, url: bad.href } : found;
    },
  });
}
