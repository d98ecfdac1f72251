type LockedPackage = {
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

const kinds = ["dependencies", "devDependencies", "optionalDependencies"] as const;

export type Lock = { packages: Record<string, LockedPackage> };
export type Manifest = Record<(typeof kinds)[number], Record<string, string>> & {
  allowScripts: Record<string, boolean>;
};

/** A range of versions of the registry, possibly under another name. */
const registryRange = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?[\^~<>=|\s\d.*x+\w-]*$/;

export function lockProblems(manifest: Manifest, { packages }: Lock): string[] {
  const problems: string[] = [];
  for (const kind of kinds) {
    const wanted = manifest[kind];
    if (JSON.stringify(wanted) !== JSON.stringify(packages[""]?.[kind])) {
      problems.push(`${kind} differ from the lock file`);
    }
    for (const [name, version] of Object.entries(wanted)) {
      if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        problems.push(`${name} ${version} is inexact`);
      if (packages[`node_modules/${name}`]?.version !== version) {
        problems.push(`${name} is locked at another version`);
      }
    }
  }
  const installed = Object.entries(packages).filter(([path]) => path !== "");
  return [
    ...problems,
    ...installed.flatMap(([path, locked]) => packageProblems(path, locked, manifest.allowScripts)),
  ];
}

function packageProblems(
  path: string,
  locked: LockedPackage,
  allowScripts: Manifest["allowScripts"],
): string[] {
  const problems: string[] = [];
  const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
  // A bundled package is covered by the hash of the one that contains it.
  if (!locked.inBundle && !/^sha512-[\w+/]{86}==$/.test(locked.integrity ?? "")) {
    problems.push(`${path} has no SHA-512`);
  }
  if (locked.link) problems.push(`${path} is a folder of this machine`);
  if (locked.resolved) problems.push(`${path} comes from an address: ${locked.resolved}`);
  const required = { ...locked.dependencies, ...locked.optionalDependencies };
  for (const [other, range] of Object.entries(required)) {
    if (!registryRange.test(range)) problems.push(`${path} requires ${other} from ${range}`);
  }
  if (locked.hasInstallScript && allowScripts[name] !== false) {
    problems.push(`${path} has an undecided install script`);
  }
  return problems;
}
