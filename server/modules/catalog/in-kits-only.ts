import { type SQL, sql } from "drizzle-orm";

/** A part that one of the kits it is in does not let be sold alone. */
export const inKitsOnly = (part: SQL) => sql<boolean>`exists (
  select from kit_components c join parts kit on kit.id = c.kit_id
  where c.component_id = ${part} and not c.sold_alone and kit.deleted_at is null and not kit.hidden)`;
