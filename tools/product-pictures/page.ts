// Runs in the browser: builds the asked model and hands its picture back.
import { models } from "./models/index.ts";
import { shoot } from "./studio/studio.ts";

declare global {
  interface Window {
    picture: typeof picture;
    slugs: string[];
  }
}

async function picture(slug: string, width: number, height: number, lights: number) {
  const make = models[slug];
  if (!make) throw new Error(`no model for ${slug}`);
  return shoot(make(), width, height, lights);
}

window.picture = picture;
window.slugs = Object.keys(models);
