import type { Context } from "#server/context.ts";
import type { PriceGroupContext } from "#server/modules/customers/set-price-group.ts";
import type { setPriceGroups } from "#server/modules/customers/set-price-groups.ts";
import type { setRole } from "#server/modules/customers/set-role.ts";
import type { countSessionsOf } from "#server/modules/identity/count-sessions-of.ts";
import type { endAllSessions } from "#server/modules/identity/end-sessions.ts";
import type { countReturnsOf } from "#server/modules/returns/count-returns-of.ts";
import type { findPerson, listPeople } from "./list-people.ts";

/** Of each module what it knows of people; this one has no tables. */
export type PeopleContext = Context &
  PriceGroupContext & {
    people: {
      listPeople: typeof listPeople;
      findPerson: typeof findPerson;
      setRole: typeof setRole;
      setPriceGroups: typeof setPriceGroups;
      countSessionsOf: typeof countSessionsOf;
      endAllSessions: typeof endAllSessions;
      countReturnsOf: typeof countReturnsOf;
    };
  };
