import { isDeepStrictEqual } from "node:util";
import { type FieldMessages, type Refusal, refuse, refuseWithPresent } from "#contract/refusals.ts";
import { settingsProblems } from "#contract/rules/settings-problems.ts";
import type {
  SettingsEdit,
  SettingsRecord,
  SettingsSection,
  settingsCalls,
} from "#contract/settings.ts";
import { settingsTag } from "#contract/tags.ts";
import {
  type Audited,
  type AuditProof,
  nothingToAudit,
  recordAction,
} from "#server/platform/audit/record-action.ts";
import type { Env } from "#server/platform/config/env.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import { type NamesContext, namesProblems } from "./names-problems.ts";
import { idOfSection, listOverrides, toRecord, withOverrides } from "./settings-record.ts";
import { addVersion, lockSettings, readSettings, type StoredSettings } from "./store.ts";

export type SettingsContext = NamesContext & { db: Database; env: Env };

export function handleSave(context: SettingsContext): Handler<typeof settingsCalls.save> {
  return ({ body }, caller) => saveSettings(context, caller, body);
}

export function saveSettings(
  context: SettingsContext,
  caller: SignedInCaller,
  { section, version, value }: SettingsEdit,
): Promise<Audited<SettingsRecord> | Refusal<"invalid" | "conflict">> {
  const { db, env } = context;
  return inTransaction(db, async (tx) => {
    await lockSettings(tx);
    const stored = await readSettings(tx);
    const record = toRecord(env, section, stored);
    if (version !== stored.versions[section]) {
      const message = "Somebody else has changed these settings since you opened them.";
      return refuseWithPresent("conflict", message, record);
    }
    const all = { ...withOverrides(env, stored.values), [section]: value };
    const problem = findProblem({ ...record, value } as SettingsRecord, record, all);
    if (problem) return problem;
    if (section === "discounts") {
      const unknown = await namesProblems(context, tx, stored.values.discounts, all.discounts);
      if (Object.keys(unknown).length > 0) return refuseNames(unknown);
    }
    const { noted, next } = await storeSection(tx, env, caller, stored, { section, value });
    if (!next) return { reply: record, noted };
    const saved = {
      values: { ...stored.values, [section]: next },
      versions: { ...stored.versions, [section]: version + 1 },
    };
    return { reply: toRecord(env, section, saved), noted };
  });
}

type Given = { section: SettingsSection; value: object };

/** As its next version, if anything of it has changed; what the environment sets stays. */
export async function storeSection(
  tx: Queries,
  env: Env,
  caller: SignedInCaller,
  stored: StoredSettings,
  { section, value }: Given,
): Promise<{ noted: AuditProof; next?: object }> {
  const before = stored.values[section];
  const overridden = Object.keys(listOverrides(env, section));
  const next = { ...value, ...pick(before, overridden) } as typeof before;
  const changed = Object.keys(next).filter(
    (field) => !isDeepStrictEqual(next[field as never], before[field as never]),
  );
  if (changed.length === 0) return { noted: nothingToAudit };
  const about = idOfSection(section);
  await addVersion(tx, { section, version: stored.versions[section] + 1, value: next });
  await storeEvents(tx, [{ name: "settings.saved", about, tags: [settingsTag] }]);
  const noted = await recordAction(tx, caller, {
    ...{ action: "edit-settings", about },
    ...{ before: pick(before, changed), after: pick(next, changed) },
  });
  return { noted, next };
}

function findProblem(
  sent: SettingsRecord,
  { section, value, overridden }: SettingsRecord,
  all: Parameters<typeof settingsProblems>[1],
): Refusal<"invalid"> | undefined {
  const problems: FieldMessages = { ...settingsProblems(section, all) };
  for (const [field, variable] of Object.entries(overridden)) {
    if (isDeepStrictEqual(sent.value[field as never], value[field as never])) continue;
    problems[field] = `Is set by ${variable} in the environment of the shop`;
  }
  if (Object.keys(problems).length === 0) return undefined;
  const message = "These settings contradict each other. Nothing was saved.";
  return refuse("invalid", message, inValue(problems));
}

function refuseNames(problems: FieldMessages): Refusal<"invalid"> {
  const [first] = Object.values(problems);
  return refuse("invalid", `${first}. Nothing was saved.`, inValue(problems));
}

const inValue = (problems: FieldMessages): FieldMessages =>
  Object.fromEntries(
    Object.entries(problems).map(([field, message]) => [`value.${field}`, message]),
  );

function pick(value: object, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([field]) => fields.includes(field)));
}
