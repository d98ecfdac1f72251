// Loaded after the pages that use it: what one reads first does not wait for the basket.
import type { ComponentProps } from "react";
import { isOrderable } from "#contract/rules/quantity.ts";
import { AddButton } from "#web/modules/baskets/add-button.tsx";
import { AddFound } from "#web/modules/baskets/add-found.tsx";
import { AddToBasket } from "#web/modules/baskets/add-to-basket.tsx";
import { useSession } from "#web/modules/identity/session.ts";

export function Add({ part }: Pick<ComponentProps<typeof AddButton>, "part">) {
  return <AddButton part={part} user={useSession().user} />;
}

type Stocked = { part: { _id: string; number: string } & Parameters<typeof isOrderable>[0] };

export function AddIfOrderable({ part }: Stocked) {
  return isOrderable(part) && <Add part={part} />;
}

export function AddPieces({ part }: Pick<ComponentProps<typeof AddToBasket>, "part">) {
  return <AddToBasket part={part} user={useSession().user} />;
}

export function AddFoundParts({ found }: Pick<ComponentProps<typeof AddFound>, "found">) {
  return <AddFound found={found} user={useSession().user} />;
}
