import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";

export type StartedShop = {
  /** From the command to the first page. */
  seconds: number;
  /** Processor time of the shop's process until then. */
  cpuSeconds: number;
  megabytes(): Promise<number>;
  stop(): Promise<void>;
};

export async function startWithNpm(
  dataDir: string,
  env: Record<string, string> = {},
): Promise<StartedShop> {
  const began = performance.now();
  const npm = spawn("npm", ["start"], {
    env: { ...process.env, PORT: "0", DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = new Promise((resolve) => npm.once("exit", resolve));
  const url = await new Promise<string>((resolve, reject) => {
    let text = "";
    npm.stdout.on("data", (bytes) => {
      text += bytes;
      const ready = /^Ready: (\S+)$/m.exec(text)?.[1];
      if (ready) resolve(ready);
    });
    npm.once("exit", () => reject(new Error(`It ended before it was ready:\n${text}`)));
  });
  await (await fetch(url)).arrayBuffer();
  const seconds = (performance.now() - began) / 1_000;
  const pid = await programBelow(npm.pid ?? 0);
  return {
    seconds,
    cpuSeconds: await cpuSeconds(pid),
    megabytes: () => readResidentMegabytes(pid),
    async stop() {
      process.kill(pid, "SIGTERM");
      await gone;
    },
  };
}

/** npm starts a shell, which starts the shop. */
async function programBelow(pid: number): Promise<number> {
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8");
  if (command.includes("server/main.ts")) return pid;
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  for (const child of children.split(" ").filter(Boolean)) {
    const found = await programBelow(Number(child)).catch(() => 0);
    if (found) return found;
  }
  throw new Error("The shop's own process is not there");
}

async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

export async function readResidentMegabytes(pid: number): Promise<number> {
  return (await readResidentKilobytes(pid)) / 1_024;
}

export async function readResidentKilobytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
}
