// What the lock file may hold, and what it may not: faults in words.

type Locked = {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  inBundle?: boolean;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

export type Lock = { packages: Record<string, Locked> };
export type Package = {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
};

const kinds = ["dependencies", "devDependencies", "optionalDependencies"] as const;
/** From a registry, by a range of versions, possibly under another name. */
const fromRegistry = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?[\^~<>=|\s\d.*x+\w-]*$/;

export function faultsOf(made: Package, { packages }: Lock): string[] {
  const faults: string[] = [];
  for (const kind of kinds) {
    const [said, locked] = [made[kind], packages[""]?.[kind]];
    if (JSON.stringify(said) !== JSON.stringify(locked)) faults.push(`${kind} are not as locked`);
    for (const [name, version] of Object.entries(said)) {
      if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        faults.push(`${name} ${version} is not exact`);
      if (packages[`node_modules/${name}`]?.version !== version) {
        faults.push(`${name} is locked at another version`);
      }
    }
  }
  for (const [path, locked] of Object.entries(packages)) {
    if (path !== "") faults.push(...faultsAt(path, locked, made.allowScripts));
  }
  return faults;
}

function faultsAt(path: string, locked: Locked, allowed: Package["allowScripts"]): string[] {
  const faults: string[] = [];
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  // What lies in another package is within that one's hash.
  if (!locked.inBundle && !/^sha512-[\w+/]{86}==$/.test(locked.integrity ?? "")) {
    faults.push(`${path} has no SHA-512`);
  }
  if (locked.link) faults.push(`${path} is a folder of this machine`);
  if (locked.resolved) faults.push(`${path} comes from an address: ${locked.resolved}`);
  for (const [wanted, range] of Object.entries({
    ...locked.dependencies,
    ...locked.optionalDependencies,
  })) {
    if (!fromRegistry.test(range)) faults.push(`${path} wants ${wanted} from ${range}`);
  }
  if (locked.hasInstallScript && allowed[name] !== false) {
    faults.push(`${path} has an install script that nobody decided about`);
  }
  return faults;
}
