import { type FieldMessages, refuse } from "#contract/refusals.ts";
import {
  settingsProblems,
  shutsOutProblems,
  unnamedProblems,
} from "#contract/rules/settings-problems.ts";
import type {
  Settings,
  SettingsChange,
  SettingsFile,
  SettingsSection,
  settingsCalls,
} from "#contract/settings.ts";
import type { Context } from "#server/context.ts";
import { type AuditProof, nothingToAudit } from "#server/platform/audit/record-action.ts";
import type { Env } from "#server/platform/config/env.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import { sections } from "./default-settings.ts";
import { namesProblems } from "./names-problems.ts";
import { notByKey } from "./save-settings.ts";
import {
  applyOverrides,
  listOverrides,
  lockSettings,
  readSettings,
  type StoredSettings,
  storeSection,
  withOverrides,
} from "./store.ts";
import { usedProblems } from "./used-problems.ts";

const mostListed = 500;
const longestValue = 200;

export function handleImport(context: Context): Handler<typeof settingsCalls.importFile> {
  const { db, env } = context;
  return ({ body: { file, seen } }, caller) =>
    inTransaction(db, async (tx) => {
      await lockSettings(tx);
      const stored = await readSettings(tx);
      const named = sections.filter((section) => file.sections[section] !== undefined);
      const next = { ...withOverrides(env, stored.values), ...given(env, file) };
      const changes = named.flatMap((section) => compare(env, stored, section, next[section]));
      const byKey = keyProblem(caller, changes);
      if (byKey) return byKey;
      const names = file.sections.discounts
        ? await namesProblems(tx, stored.values.discounts, next.discounts)
        : {};
      const shutsOut = shutsOutProblems(caller, withOverrides(env, stored.values), next);
      const present = withOverrides(env, stored.values);
      const used = {
        ...inSection("discounts", await usedProblems(tx, "discounts", present, next)),
        ...inSection("tax", await usedProblems(tx, "tax", present, next)),
      };
      const problems = {
        ...findProblems(next),
        ...unnamed(present, next),
        ...used,
        ...inSection("discounts", names),
        ...inSection("security", shutsOut),
      };
      if (Object.keys(problems).length > 0) {
        const [inUse] = Object.values(used);
        return refuse("invalid", `${inUse ?? contradiction}. Nothing was saved.`, problems);
      }
      const compared = {
        seen: Object.values(stored.versions).join("-"),
        changes: changes.slice(0, mostListed),
        more: Math.max(0, changes.length - mostListed),
        overridden: Object.fromEntries(named.flatMap((section) => overridesOf(env, section))),
      };
      if (seen === undefined) {
        return { reply: { ...compared, isSaved: false }, noted: nothingToAudit };
      }
      if (seen !== compared.seen) {
        const message = "The settings have been changed since you compared. Please compare again.";
        return refuse("conflict", message);
      }
      const noted = await storeAll(tx, caller, { env, stored, named, next });
      return { reply: { ...compared, isSaved: true }, noted };
    });
}

type ToStore = {
  env: Env;
  stored: StoredSettings;
  named: readonly SettingsSection[];
  next: Settings;
};

async function storeAll(
  tx: Queries,
  caller: SignedInCaller,
  { env, stored, named, next }: ToStore,
): Promise<AuditProof> {
  let noted = nothingToAudit;
  for (const section of named) {
    const value = next[section];
    const done = await storeSection(tx, env, caller, stored, { section, value });
    if (done.next) noted = done.noted;
  }
  return noted;
}

const contradiction = "These settings contradict each other";

const keyProblem = ({ keyName }: SignedInCaller, changes: readonly SettingsChange[]) =>
  keyName !== undefined && changes.some(({ section }) => section === "security")
    ? notByKey
    : undefined;

function given(env: Env, { sections: all }: SettingsFile): Partial<Settings> {
  const entries = sections.flatMap((section) => {
    const value = all[section];
    return value ? [[section, applyOverrides(env, section, value as never)]] : [];
  });
  return Object.fromEntries(entries);
}

/** Of all sections: what is in the file may contradict what is not. */
function findProblems(settings: Settings): FieldMessages {
  const found = sections.flatMap((section) =>
    Object.entries(inSection(section, settingsProblems(section, settings))),
  );
  return Object.fromEntries(found);
}

/** Where there is none yet, a file need not bring it. */
const unnamed = (present: Settings, next: Settings) =>
  present.company.name === "" ? {} : inSection("company", unnamedProblems(next.company));

const inSection = (section: SettingsSection, problems: FieldMessages): FieldMessages =>
  Object.fromEntries(
    Object.entries(problems).map(([field, message]) => [`sections.${section}.${field}`, message]),
  );

const overridesOf = (env: Env, section: SettingsSection) =>
  Object.entries(listOverrides(env, section)).map(([field, name]) => [`${section}.${field}`, name]);

function compare(
  env: Env,
  { values }: StoredSettings,
  section: SettingsSection,
  next: object,
): SettingsChange[] {
  const before = flatten(applyOverrides(env, section, values[section]));
  const after = flatten(next);
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => ({
      section,
      path,
      before: shorten(before.get(path)),
      after: shorten(after.get(path)),
    }));
}

const shorten = (value: string | undefined): string | null =>
  value === undefined ? null : value.slice(0, longestValue).toWellFormed();

function flatten(value: unknown, path: readonly string[] = []): Map<string, string> {
  if (typeof value !== "object" || value === null) {
    return new Map([[path.join("."), JSON.stringify(value)]]);
  }
  const entries = Array.isArray(value)
    ? value.map((row, at): [string, unknown] => [nameRow(row, at), row])
    : Object.entries(value);
  return new Map(entries.flatMap(([name, each]) => [...flatten(each, [...path, name])]));
}

function nameRow(row: unknown, at: number): string {
  const isNamed = typeof row === "object" && row !== null && "id" in row;
  return isNamed && typeof row.id === "string" ? row.id : `${at + 1}`;
}
