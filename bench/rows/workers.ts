import { availableParallelism } from "node:os";
import { type LoadResult, measureLoad } from "../load.ts";
import { measureAlternately, type Row } from "../row.ts";
import { openBareServer, openDemo, type Server } from "../servers.ts";
import { browserHeaders } from "./pages.ts";

const target = 1.6;
/** With fewer cores the loader takes the core that a second process would use. */
const loaderHasACore = availableParallelism() >= 4;

/**
 * The home page from two processes and from one. Without a core for the loader the gain is hidden;
 * the processor time of one response shows it then.
 */
export async function workers(): Promise<Row[]> {
  const one = await openDemo({ processes: 1 });
  const two = await openDemo({ processes: 2 });
  const bare = {
    one: await openBareServer(`${one.url}/`, browserHeaders, { processes: 1 }),
    two: await openBareServer(`${one.url}/`, browserHeaders, { processes: 2 }),
  };
  const ours = await gain(two, one);
  const theirs = await gain(bare.two, bare.one);
  const megabytes = await two.megabytes();
  for (const server of [one, two, bare.one, bare.two]) await server.stop();
  const both = "two processes against one";
  return [
    { what: `/, ${both}, by processor time`, ...ours, ratio: ours.byCost, target, megabytes },
    {
      what: `/, ${both}, beside the loader`,
      ...ours,
      target: loaderHasACore ? target : 0,
      megabytes,
    },
    {
      what: "the same of bare node:http, by processor time",
      ...theirs,
      ratio: theirs.byCost,
      target: 0,
      megabytes: 0,
    },
    { what: "the same of bare node:http, beside the loader", ...theirs, target: 0, megabytes: 0 },
  ];
}

async function gain(two: Server, one: Server) {
  const [ofTwo, ofOne] = [watched(two), watched(one)];
  const measured = await measureAlternately(ofTwo.measure, ofOne.measure);
  return { ...measured, byCost: (2 * ofOne.cost()) / ofTwo.cost() };
}

function watched(server: Server) {
  let answers = 0;
  let spent = 0;
  return {
    async measure(seconds: number): Promise<LoadResult> {
      const before = await server.processorSeconds();
      const asked = { url: `${server.url}/`, headers: browserHeaders, anywhere: true };
      const measured = await measureLoad(asked, seconds);
      spent += (await server.processorSeconds()) - before;
      answers += measured.perSecond * seconds;
      return measured;
    },
    cost: () => spent / answers,
  };
}
