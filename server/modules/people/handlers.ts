import type { PeopleFilters, peopleCalls, ShopPerson } from "#contract/people.ts";
import { roleNames } from "#contract/rules/roles.ts";
import type { ListedPerson } from "#server/modules/customers/list-people.ts";
import { noSuchUser } from "#server/modules/customers/remove-user.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { listAll, sendCsv } from "#server/platform/http/send-csv.ts";
import type { PeopleContext } from "./context.ts";

const perPage = 50;

export function peopleHandlers(context: PeopleContext): Handlers<typeof peopleCalls> {
  const { db, read, people } = context;

  async function complete(queries: Queries, found: ListedPerson[]): Promise<ShopPerson[]> {
    const ids = found.map(({ _id }) => _id);
    const sums = await people.sumOrdersOf(queries, ids);
    const sessions = await people.countSessionsOf(queries, ids);
    return found.map((person) => ({
      ...person,
      ...(sums.get(person._id) ?? { orders: 0, spent: 0 }),
      ...(sessions.get(person._id) ?? { sessions: 0, lastSeenAt: null }),
    }));
  }
  const list = (filters: PeopleFilters & { limit: number; after?: string | undefined }) =>
    read(async (queries) => complete(queries, await people.listPeople(queries, filters)));

  return {
    list: ({ query: { limit = perPage, ...filters } }) => list({ ...filters, limit }),
    file: (_request, reply, { query }) =>
      sendCsv(
        reply,
        "people",
        ["Name", "Email", "Role", "Since", "Orders", "Spent", "Sessions"],
        listAll((page) => list({ ...query, ...page }), toCells),
      ),
    one: async ({ params: { id } }) => {
      const found = await people.findPerson(db, id);
      const [person] = found ? await complete(db, [found]) : [];
      return person ?? noSuchUser;
    },
    setRole: ({ params: { id }, body }, caller) => people.setRole(db, caller, id, body),
    signOut: ({ params: { id } }, caller) =>
      inTransaction(db, async (tx) => {
        if (!(await people.findPerson(tx, id))) return noSuchUser;
        const { sessions = 0 } = (await people.countSessionsOf(tx, [id])).get(id) ?? {};
        await people.endAllSessions(tx, id);
        const noted = await recordAction(tx, caller, { action: "sign-out-person", about: id });
        return { reply: { ended: sessions }, noted };
      }),
  };
}

const toCells = ({ name, email, role, since, orders, spent, sessions }: ShopPerson) => [
  ...[name, email, role ? roleNames[role] : "Customer", since],
  ...[`${orders}`, spent.toFixed(2), `${sessions}`],
];
