import {
  figureOf,
  namePrices,
  nameVerified,
  type PeopleFileColumn,
  type PeopleFilters,
  type peopleCalls,
  type ShopPerson,
} from "#contract/people.ts";
import { roleNames } from "#contract/rules/roles.ts";
import type { Context } from "#server/context.ts";
import { noSuchUser } from "#server/modules/customers/remove-user.ts";
import { setPriceGroups } from "#server/modules/customers/set-price-groups.ts";
import { setRole } from "#server/modules/customers/set-role.ts";
import { countSessionsOf } from "#server/modules/identity/count-sessions-of.ts";
import { endAllSessions } from "#server/modules/identity/end-sessions.ts";
import { countReturnsOf } from "#server/modules/returns/count-returns-of.ts";
import {
  nothingToAudit,
  recordAction,
  recordActions,
} from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { type FileColumns, sendColumns } from "#server/platform/http/send-csv.ts";
import { findPerson, type ListedPerson, listPeople, type Page } from "./list-people.ts";

const perPage = 50;

export function peopleHandlers(context: Context): Handlers<typeof peopleCalls> {
  const { db, read } = context;

  async function complete(
    queries: Queries,
    found: ListedPerson[],
    groups: Groups,
  ): Promise<ShopPerson[]> {
    const ids = found.map(({ _id }) => _id);
    const returns = await countReturnsOf(queries, ids);
    const sessions = await countSessionsOf(queries, ids);
    return found.map(({ priceGroup, ...person }) => ({
      ...person,
      priceGroup: nameGroup(priceGroup, groups),
      returns: returns.get(person._id) ?? 0,
      ...(sessions.get(person._id) ?? { sessions: 0, lastSeenAt: null }),
    }));
  }
  const readGroups = async () => (await context.settings()).discounts.groups;
  async function list(filters: PeopleFilters & Page) {
    const groups = await readGroups();
    return read(async (queries) => complete(queries, await listPeople(queries, filters), groups));
  }

  /** Page by page: the next one begins at what the last person was listed with. */
  function listOn(filters: PeopleFilters) {
    let reached: number | undefined;
    return async (page: Page) => {
      const rows = await list({ ...filters, ...page, reached });
      reached = figureOf(filters.sort, rows.at(-1));
      return rows;
    };
  }

  return {
    list: ({ query: { limit = perPage, ...filters } }) => list({ ...filters, limit }),
    file: (_request, reply, { query: { columns: chosen, ...query } }) =>
      sendColumns(reply, { name: "people", columns, chosen, list: listOn(query) }),
    one: async ({ params: { id } }) => {
      const found = await findPerson(db, id);
      const [person] = found ? await complete(db, [found], await readGroups()) : [];
      return person ?? noSuchUser;
    },
    setRole: ({ params: { id }, body }, caller) => setRole(db, caller, id, body),
    setPriceGroups: ({ body: { ids, group } }, caller) =>
      setPriceGroups(context, caller, ids, group),
    signOutMany: ({ body: { ids } }, caller) =>
      inTransaction(db, async (tx) => {
        const others = ids.filter((id) => id !== caller.person._id);
        const signedOut = [...(await countSessionsOf(tx, others)).keys()].sort();
        if (signedOut.length === 0) return { reply: { signedOut }, noted: nothingToAudit };
        for (const id of signedOut) await endAllSessions(tx, id);
        const whole = { id: newId(), action: "sign-out-people" } as const;
        const noted = await recordActions(
          tx,
          caller,
          { ...whole, after: { people: signedOut.length } },
          signedOut.map((about) => ({ action: "sign-out-person", about })),
        );
        return { reply: { signedOut }, noted };
      }),
    signOut: ({ params: { id } }, caller) =>
      inTransaction(db, async (tx) => {
        if (!(await findPerson(tx, id))) return noSuchUser;
        const { sessions = 0 } = (await countSessionsOf(tx, [id])).get(id) ?? {};
        await endAllSessions(tx, id);
        const noted = await recordAction(tx, caller, { action: "sign-out-person", about: id });
        return { reply: { ended: sessions }, noted };
      }),
  };
}

type Groups = readonly { id: string; name: string }[];

function nameGroup(id: string | null, groups: Groups) {
  const name = groups.find((group) => group.id === id)?.name;
  return id === null ? null : { _id: id, name: name ?? id };
}

/** What the last person of a page was listed with, where orders may change it. */
const columns: FileColumns<PeopleFileColumn, ShopPerson> = {
  name: ["Name", ({ name }) => name],
  email: ["Email", ({ email }) => email],
  role: ["Role", ({ role }) => (role ? roleNames[role] : "Customer")],
  since: ["Since", ({ since }) => since],
  orders: ["Orders", ({ orders }) => `${orders}`],
  spent: ["Spent", ({ spent }) => spent.toFixed(2)],
  returns: ["Returns", ({ returns }) => `${returns}`],
  sessions: ["Sessions", ({ sessions }) => `${sessions}`],
  prices: ["Prices", namePrices],
  verified: ["Email verified", (person) => nameVerified(person) || "verified"],
};
