import { useQueryClient } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { addToBasket } from "#web/modules/baskets/calls.ts";
import { useOwnVehicle } from "#web/modules/fitment/own-vehicle.ts";
import { judgeSome } from "#web/modules/fitment/verdict-calls.ts";
import { useSession } from "#web/modules/identity/session.ts";
import { SearchBox } from "#web/modules/search/search-box.tsx";

type Props = Omit<ComponentProps<typeof SearchBox>, "car" | "onAdd">;

export function HeaderSearch(props: Props) {
  const client = useQueryClient();
  const own = useOwnVehicle();
  const { user } = useSession();
  return (
    <SearchBox
      {...props}
      car={
        own && {
          id: own.id,
          name: own.model.name,
          known: own.known,
          judge: (parts) => judgeSome(client, parts, own),
        }
      }
      onAdd={async ({ _id, number }) => {
        const wanted = [{ part: _id, quantity: 1 }];
        const { lines } = (await addToBasket(client, user?._id, wanted)).basket;
        const { quantity, note = "" } = lines.find((line) => line._id === _id) ?? {};
        return `${quantity} × ${number} in your basket. ${note ?? ""}`.trim();
      }}
    />
  );
}
