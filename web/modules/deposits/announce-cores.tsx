import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import type { Deposit } from "#contract/deposits.ts";
import { createKey, isRefusedAs, isResponseLost } from "#web/app/call.ts";
import { Field, SubmitButton } from "#web/ui/field.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { announceCores } from "./calls.ts";

const earlierArrived =
  "We have your first request, with the number that it had then. Ask again only if you want to return more.";

export function AnnounceCores({ deposit }: { deposit: Deposit }) {
  const client = useQueryClient();
  const { _id: line, order, part, returnable } = deposit;
  const [quantity, setQuantity] = useState(`${returnable}`);
  const { run, isBusy, failure, refuse } = useAction();
  /** Kept while it is not known whether the request arrived: under one key it is made only once. */
  const key = useRef<string>(undefined);

  function submit(event: FormEvent) {
    event.preventDefault();
    const count = Number(quantity);
    if (!Number.isInteger(count) || count < 1 || count > returnable) {
      return refuse(`Must be from 1 to ${returnable}`);
    }
    void run(() => send(count));
  }

  async function send(count: number) {
    key.current ??= createKey();
    try {
      const body = { key: key.current, line, quantity: count };
      const { number, sendTo } = await announceCores(order, body);
      key.current = undefined;
      showToast(`Return ${number}: send the old part to us${sendTo && `, ${sendTo}`}`);
      await client.invalidateQueries({ queryKey: ["returns"] });
    } catch (error) {
      if (!isResponseLost(error as Error)) key.current = undefined;
      if (!isRefusedAs(error, "key-reused")) throw error;
      showToast(earlierArrived, "error");
      await client.invalidateQueries({ queryKey: ["returns"] });
    }
  }

  return (
    <form
      noValidate
      aria-label={`Return the old part of ${part}`}
      className="flex flex-wrap items-end gap-4"
      onSubmit={submit}
    >
      <div className="w-40">
        <Field
          label={`Old parts, at most ${returnable}`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          value={quantity}
          error={failure}
          onChange={({ target }) => setQuantity(target.value)}
        />
      </div>
      <SubmitButton busy={isBusy}>Return the old part</SubmitButton>
    </form>
  );
}
