// Runs in the browser: builds the asked model and hands its picture back.
import { models } from "./models/index.ts";
import { shoot } from "./studio/studio.ts";

declare global {
  interface Window {
    picture: typeof picture;
    slugs: string[];
  }
}

type Model = ReturnType<(typeof models)[string]>;

/** Further pictures of a part: `<slug>--back`, `<slug>--detail`. */
const views: Record<string, (model: Model) => Model> = {
  back: (model) => ({ ...model, yaw: (model.yaw ?? 30) + 150, pitch: (model.pitch ?? 18) + 8 }),
  detail: (model) => ({ ...model, yaw: (model.yaw ?? 30) - 14, pitch: 26, fill: 1.7 }),
};

async function picture(name: string, width: number, height: number, lights: number) {
  const [slug = "", view] = name.split("--");
  const make = models[slug];
  if (!make) throw new Error(`no model for ${slug}`);
  const turn = view === undefined ? (model: Model) => model : views[view];
  if (!turn) throw new Error(`no view ${view}`);
  return shoot(turn(make()), width, height, lights);
}

window.picture = picture;
window.slugs = Object.keys(models);
