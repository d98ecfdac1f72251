import { useQueryClient } from "@tanstack/react-query";
import { addToBasket } from "#web/modules/baskets/calls.ts";
import { setDrawerOpen } from "#web/modules/baskets/drawer-state.ts";
import type { BasketPart } from "#web/modules/fitment/jobs/calls.ts";
import { JobPlan } from "#web/modules/fitment/jobs/job-plan.tsx";
import type { OwnVehicle } from "#web/modules/fitment/own-vehicle.ts";
import { useSession } from "#web/modules/identity/session.ts";
import { FormError } from "#web/ui/field.tsx";
import { useAction } from "#web/ui/use-action.ts";

export function JobParts({ slug, car }: { slug: string; car: OwnVehicle }) {
  const client = useQueryClient();
  const { user } = useSession();
  const { run, isBusy, failure } = useAction();

  const add = (parts: BasketPart[]) =>
    run(async () => {
      await addToBasket(client, user?._id, parts);
      setDrawerOpen(true);
    });

  return (
    <>
      <JobPlan slug={slug} car={car} isAdding={isBusy} onAdd={add} />
      <FormError>{failure}</FormError>
    </>
  );
}
