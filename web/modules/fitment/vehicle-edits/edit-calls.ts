import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type VehicleChange, vehicleEditCalls } from "#contract/vehicle-edits.ts";
import { CallRefused, call } from "#web/app/call.ts";
import { showToast } from "#web/ui/toast.tsx";

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

/** Sends a change, and keeps what is wrong with it by field. */
export function useVehicleChange(onSaved: (at: Saved) => void) {
  const client = useQueryClient();
  const [errors, setErrors] = useState<Record<string, string | undefined>>({});
  const [isBusy, setBusy] = useState(false);
  async function save(change: VehicleChange) {
    if (isBusy) return;
    setBusy(true);
    setErrors({});
    try {
      const saved = await call(vehicleEditCalls.change, { body: change });
      showToast("Saved. The audit log can undo it.");
      await client.invalidateQueries({ queryKey: ["vehicles"] });
      onSaved(saved);
    } catch (refused) {
      const fields = refused instanceof CallRefused ? refused.fields : {};
      setErrors({ ...fields, form: (refused as Error).message });
    }
    setBusy(false);
  }
  return { save, errors, isBusy };
}
