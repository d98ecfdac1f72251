import type { Context } from "#server/context.ts";
import type { findPerson, listPeople } from "#server/modules/customers/list-people.ts";
import type { setRole } from "#server/modules/customers/set-role.ts";
import type { countSessionsOf } from "#server/modules/identity/count-sessions-of.ts";
import type { endAllSessions } from "#server/modules/identity/sessions.ts";
import type { sumOrdersOf } from "#server/modules/orders/sum-orders-of.ts";

/** Of each module what it knows of people; this one has no tables. */
export type PeopleContext = Context & {
  people: {
    listPeople: typeof listPeople;
    findPerson: typeof findPerson;
    setRole: typeof setRole;
    countSessionsOf: typeof countSessionsOf;
    endAllSessions: typeof endAllSessions;
    sumOrdersOf: typeof sumOrdersOf;
  };
};
