import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { type VehicleChange, vehicleEditCalls } from "#contract/vehicle-edits.ts";
import { call } from "#web/app/call.ts";
import { showToast } from "#web/ui/toast.tsx";
import { useAction } from "#web/ui/use-action.ts";

export function builtOf(make: string, model: string, year: string) {
  return queryOptions({
    queryKey: ["vehicles", "built", make, model, year],
    queryFn: ({ signal }) =>
      call(vehicleEditCalls.built, { params: { make, model, year } }, signal),
  });
}

export function factList() {
  return queryOptions({
    queryKey: ["vehicles", "facts"],
    queryFn: ({ signal }) => call(vehicleEditCalls.facts, {}, signal),
  });
}

type Saved = { make: string; model: string };

export function useVehicleChange(onSaved: (at: Saved) => void) {
  const client = useQueryClient();
  const { run, isBusy, failure, errors } = useAction();
  const save = (change: VehicleChange) =>
    run(async () => {
      const saved = await call(vehicleEditCalls.change, { body: change });
      showToast("Saved. The audit log can undo it.");
      await client.invalidateQueries({ queryKey: ["vehicles"] });
      onSaved(saved);
    });
  return { save, errors, failure, isBusy };
}
