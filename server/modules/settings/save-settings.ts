import { isDeepStrictEqual } from "node:util";
import { type FieldMessages, type Refusal, refuse, refuseWithPresent } from "#contract/refusals.ts";
import {
  settingsProblems,
  shutsOutProblems,
  unnamedProblems,
} from "#contract/rules/settings-problems.ts";
import type { SettingsEdit, SettingsRecord, settingsCalls } from "#contract/settings.ts";
import type { Context } from "#server/context.ts";
import type { Audited } from "#server/platform/audit/record-action.ts";
import type { Env } from "#server/platform/config/env.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import { namesProblems } from "./names-problems.ts";
import { lockSettings, readSettings, storeSection, toRecord, withOverrides } from "./store.ts";
import { usedProblems } from "./used-problems.ts";

type SettingsContext = { db: Database; env: Env };

export function handleSave(context: Context): Handler<typeof settingsCalls.save> {
  return ({ body }, caller) => saveSettings(context, caller, body);
}

export function saveSettings(
  context: SettingsContext,
  caller: SignedInCaller,
  { section, version, value }: SettingsEdit,
): Promise<Audited<SettingsRecord> | Refusal<"invalid" | "conflict" | "not-allowed">> {
  const { db, env } = context;
  if (section === "security" && caller.keyName !== undefined) return Promise.resolve(notByKey);
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
    const shutsOut = shutsOutProblems(caller, withOverrides(env, stored.values), all);
    if (Object.keys(shutsOut).length > 0) return refuseNames(shutsOut);
    if (problem) return problem;
    const used = await usedProblems(tx, section, withOverrides(env, stored.values), all);
    if (Object.keys(used).length > 0) return refuseNames(used);
    if (section === "discounts") {
      const unknown = await namesProblems(tx, stored.values.discounts, all.discounts);
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

/** Whoever has a key must not lock its owners out, or let others in. */
export const notByKey = refuse(
  "not-allowed",
  "A key does not change how admins sign in. An owner does this signed in to the shop.",
);

function findProblem(
  sent: SettingsRecord,
  { section, value, overridden }: SettingsRecord,
  all: Parameters<typeof settingsProblems>[1],
): Refusal<"invalid"> | undefined {
  const problems: FieldMessages = {
    ...settingsProblems(section, all),
    ...(section === "company" && unnamedProblems(all.company)),
  };
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
