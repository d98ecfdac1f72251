// Installs and builds what is missing or changed. Runs on any Node from 20, without dependencies.
// `--install` builds nothing.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const ownNode = join(root, "node_modules/.bin/node");
const installStamp = join(root, "node_modules/.installed");
const buildStamp = join(root, "dist/.built");
const lock = join(root, ".cache/setup.lock");
const isBuildNeeded = !process.argv.includes("--install");

if (Number(process.versions.node.split(".")[0]) < 20) {
  stop(`This needs Node 20 or newer to begin with; here is ${process.version}.`);
}
process.chdir(root);
if (!isReady()) await withLock(prepare);

function isReady() {
  return read(installStamp) === whatToInstall() && isBuilt();
}

function isBuilt() {
  return !isBuildNeeded || read(buildStamp) === whatToBuild();
}

function prepare() {
  if (read(installStamp) !== whatToInstall()) {
    console.log("Installing what the shop is made of...");
    install();
    // npm skips optional packages silently.
    if (!existsSync(ownNode))
      stop(`npm installed no Node for ${process.platform} ${process.arch}.`);
    if (!runs(ownNode, ["--version"])) provideLibatomic();
    writeFileSync(installStamp, whatToInstall());
  }
  if (!isBuilt()) {
    console.log("Building the pages...");
    rmSync(buildStamp, { force: true });
    run(ownNode, ["scripts/build.ts"], root);
    writeFileSync(buildStamp, whatToBuild());
  }
}

function install() {
  // No install scripts. Production needs the build tools, too.
  const all = ["--include=dev", "--include=optional"];
  npm(["ci", "--ignore-scripts", ...all, "--no-audit", "--no-fund", "--loglevel=error"]);
}

function whatToInstall() {
  // The size detects an interrupted installation.
  const node = statSync(ownNode, { throwIfNoEntry: false })?.size;
  return digest(["package-lock.json"], [process.platform, process.arch, String(node)]);
}

function whatToBuild() {
  const sources = [...filesBelow("web"), ...filesBelow("contract")];
  const how = ["build.ts", "calls-without-schemas.ts"];
  const files = ["package-lock.json", "vite.config.ts", ...how.map((name) => `scripts/${name}`)];
  return digest([...files, ...sources], []);
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function digest(files, words) {
  const hash = createHash("sha256");
  for (const word of words) hash.update(`${word}\0`);
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}

async function withLock(work) {
  mkdirSync(dirname(lock), { recursive: true });
  for (let told = false; ; ) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (isAbandoned()) {
      rmSync(lock, { recursive: true, force: true });
      continue;
    }
    if (!told) console.log("Another command is setting this folder up; waiting for it...");
    told = true;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  writeFileSync(join(lock, "owner"), `${process.pid} ${startTimeOf(process.pid)}`);
  const release = () => rmSync(lock, { recursive: true, force: true });
  process.on("exit", release);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));
  if (!isReady()) work();
}

function isAbandoned() {
  const owner = read(join(lock, "owner"));
  // The owner writes its id right after creating the folder.
  if (!owner) return Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0) > 5_000;
  const [pid, ...beginning] = owner.split(" ");
  return startTimeOf(pid) !== beginning.join(" ");
}

/** The start time tells a reused process id. */
function startTimeOf(pid) {
  const stat = read(`/proc/${pid}/stat`);
  if (stat) return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  const { stdout } = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
  return stdout?.trim() ?? "";
}

/** Node needs this library, which small Debian images lack. */
function provideLibatomic() {
  const install = "apt-get install -y --no-install-recommends libatomic1";
  if (process.getuid?.() === 0 && runs("apt-get", ["--version"])) {
    console.log("Node needs the system library libatomic1: installing it with apt-get...");
    runs("apt-get", ["update"]);
    runs("apt-get", install.split(" ").slice(1));
  }
  if (runs(ownNode, ["--version"])) return;
  const { stderr } = spawnSync(ownNode, ["--version"], { encoding: "utf8" });
  stop(`The shop's own Node does not start on this machine:
${stderr?.trim() || "it could not be installed"}
If libatomic is what is missing, an administrator can install it, on Debian with: ${install}`);
}

function npm(args) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith(".js")) run(process.execPath, [cli, ...args], root);
  else run("npm", args, root);
}

function run(command, args, cwd) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: "inherit" });
  if (error) stop(`${command} could not be started: ${error.message}`);
  if (status !== 0) stop(`Failed: ${[command, ...args].join(" ")}`);
}

function runs(command, args) {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function stop(message) {
  console.error(message);
  process.exit(1);
}
