import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { addToBasket } from "#web/modules/baskets/calls.ts";
import { setDrawerOpen } from "#web/modules/baskets/drawer-state.ts";
import type { BasketPart } from "#web/modules/fitment/jobs/calls.ts";
import { JobPlan } from "#web/modules/fitment/jobs/job-plan.tsx";
import type { OwnVehicle } from "#web/modules/fitment/own-vehicle.ts";
import { useSession } from "#web/modules/identity/session.ts";
import { FormError } from "#web/ui/field.tsx";

export function JobParts({ slug, car }: { slug: string; car: OwnVehicle }) {
  const { add, failure } = useAdding();
  return (
    <>
      <JobPlan slug={slug} car={car} onAdd={add} />
      <FormError>{failure}</FormError>
    </>
  );
}

function useAdding() {
  const client = useQueryClient();
  const { user } = useSession();
  const [failure, setFailure] = useState("");

  async function add(parts: BasketPart[]): Promise<void> {
    setFailure("");
    try {
      await addToBasket(client, user?._id, parts);
      setDrawerOpen(true);
    } catch (error) {
      setFailure((error as Error).message);
    }
  }

  return { add, failure };
}
