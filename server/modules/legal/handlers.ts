import type { legalCalls } from "#contract/legal.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import type { ReadSettings } from "#server/modules/settings/keep-settings.ts";
import type { Undoes } from "#server/platform/audit/handlers.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { saveText, undoText } from "./save-text.ts";
import { findText, readTexts, toRecord } from "./store.ts";

const noSuchVersion = refuse("not-found", "There is no such version of this text.");

type LegalContext = Pick<Context, "db" | "read"> & { settings: ReadSettings };

export function legalHandlers({ db, read, settings }: LegalContext): Handlers<typeof legalCalls> {
  const readCompany = async () => {
    const { timeZone: _, logo: __, ...company } = (await settings()).company;
    return company;
  };
  return {
    company: readCompany,
    read: async ({ params: { page }, query: { version } }) => {
      const found = await read((db) => findText(db, page, version));
      if (!found) return noSuchVersion;
      if (page !== "imprint") return found;
      return { ...found, company: await readCompany() };
    },
    list: async () => (await readTexts(db)).map(toRecord),
    save: ({ params: { page }, body }, caller) => saveText(db, caller, page, body),
  };
}

export const legalUndoes: Undoes = {
  "edit-legal-text": undoText,
};
