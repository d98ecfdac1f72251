// Makes a fresh clone ready: installs what is missing, builds what changed. It has no
// dependencies, runs on any Node from 20 on, and is quick when there is nothing to do.
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
if (!isReady()) await alone(prepare);

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
    // What is optional to npm is left out in silence where it cannot be had.
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
  // By the lock file and nothing else, and no program of a package is run by that. The tools that
  // build are needed in production, too.
  const all = ["--include=dev", "--include=optional"];
  npm(["ci", "--ignore-scripts", ...all, "--no-audit", "--no-fund", "--loglevel=error"]);
}

function whatToInstall() {
  // The size tells an installation that was cut short: the program is its largest file.
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

/** Two commands at once in one clone must not install over each other. */
async function alone(work) {
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
  writeFileSync(join(lock, "owner"), `${process.pid} ${beginningOf(process.pid)}`);
  const release = () => rmSync(lock, { recursive: true, force: true });
  process.on("exit", release);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(1));
  if (!isReady()) work();
}

function isAbandoned() {
  const owner = read(join(lock, "owner"));
  // The owner signs right after it made the folder.
  if (!owner) return Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0) > 5_000;
  const [pid, ...beginning] = owner.split(" ");
  return beginningOf(pid) !== beginning.join(" ");
}

/** When a process began: numbers are given again, a number with its beginning is not. */
function beginningOf(pid) {
  const stat = read(`/proc/${pid}/stat`);
  if (stat) return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  const { stdout } = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
  return stdout?.trim() ?? "";
}

/** Node needs this library, which small Debian images lack. The README says that it is installed. */
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
  if (status !== 0) stop(`That did not work: ${[command, ...args].join(" ")}`);
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
