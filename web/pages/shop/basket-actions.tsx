// Loaded after the pages that use it: what one reads first does not wait for the basket.
import { type ComponentProps, Suspense, useState } from "react";
import { AddButton } from "#web/modules/baskets/add-button.tsx";
import { AddFound } from "#web/modules/baskets/add-found.tsx";
import { AddToBasket } from "#web/modules/baskets/add-to-basket.tsx";
import { readSession, useSession } from "#web/modules/identity/session.ts";
import { late } from "#web/ui/late.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";

const DeliveryEstimate = late(
  async () => (await import("#web/modules/checkout/delivery-estimate.tsx")).DeliveryEstimate,
);

function CostToTheDoor({ lines }: { lines: { part: string; quantity: number }[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        Cost and date to your door
      </summary>
      {isOpen && (
        <Suspense fallback={<InlineLoading />}>
          <DeliveryEstimate of={JSON.stringify(lines)} lines={lines} />
        </Suspense>
      )}
    </details>
  );
}

export function Add({ part }: Pick<ComponentProps<typeof AddButton>, "part">) {
  return <AddButton part={part} readUser={() => readSession()?.user} />;
}

export function AddPieces({ part }: Pick<ComponentProps<typeof AddToBasket>, "part">) {
  return (
    <AddToBasket
      part={part}
      user={useSession().user}
      below={(quantity) => <CostToTheDoor lines={[{ part: part._id, quantity }]} />}
    />
  );
}

export function AddFoundParts({ found }: Pick<ComponentProps<typeof AddFound>, "found">) {
  return <AddFound found={found} user={useSession().user} />;
}
