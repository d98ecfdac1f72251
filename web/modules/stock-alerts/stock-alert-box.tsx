import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { PartPage } from "#contract/catalog.ts";
import type { Person } from "#contract/identity.ts";
import { type StockAlert, stockAlertCalls } from "#contract/stock-alerts.ts";
import { CallRefused, call } from "#web/app/call.ts";
import { formatDate } from "#web/app/format.tsx";
import { Field, FormError } from "#web/ui/field.tsx";
import { ownAlerts } from "./calls.ts";

type Props = {
  part: PartPage;
  user: Person | null | undefined;
  /** For a press before it is known who is there. */
  findUser: () => Promise<Person | null>;
};

export function StockAlertBox({ part, user, findUser }: Props) {
  const { data: alerts } = useQuery({ ...ownAlerts(), enabled: Boolean(user) });
  const [hasAsked, setHasAsked] = useState(false);
  const waiting = user && alerts?.find((alert) => alert.part._id === part._id);
  if (waiting) return <Waiting alert={waiting} email={user.email} takesFocus={hasAsked} />;
  return <Ask part={part} user={user} findUser={findUser} onAsked={() => setHasAsked(true)} />;
}

type WaitingProps = { alert: StockAlert; email: string; takesFocus: boolean };

function Waiting({ alert, email, takesFocus }: WaitingProps) {
  const client = useQueryClient();
  const stopping = useMutation({
    mutationFn: () => call(stockAlertCalls.remove, { params: { id: alert._id } }),
    onSettled: () => client.invalidateQueries(ownAlerts()),
  });
  return (
    <>
      <Told takesFocus={takesFocus}>
        We will write to <span className="wrap-anywhere">{email}</span> once, as soon as it can be
        ordered. If it is not back by {formatDate(alert.until)}, you will not hear from us.
      </Told>
      <button
        type="button"
        className="btn btn-outline"
        aria-busy={stopping.isPending}
        onClick={() => stopping.isPending || stopping.mutate()}
      >
        Stop waiting
      </button>
      <FormError>{stopping.error?.message}</FormError>
    </>
  );
}

function Ask({ part, user, findUser, onAsked }: Props & { onAsked: () => void }) {
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [isTyping, setTyping] = useState(false);
  const asking = useMutation({
    mutationFn: (email?: string) =>
      call(stockAlertCalls.ask, { body: { part: part._id, ...(email && { email }) } }),
    onSuccess({ state }) {
      onAsked();
      return state === "waiting" ? client.invalidateQueries(ownAlerts()) : undefined;
    },
    onError: () => field.current?.focus(),
  });
  useEffect(() => {
    if (isTyping) field.current?.focus();
  }, [isTyping]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (asking.isPending) return;
    if (await findUser()) asking.mutate(undefined);
    else if (isTyping) asking.mutate(field.current?.value.trim());
    else setTyping(true);
  }

  const sentTo = user?.email ?? asking.variables;
  if (asking.data?.state === "to-confirm")
    return (
      <Told takesFocus>
        We have sent a letter to <span className="wrap-anywhere">{sentTo}</span>. Please open the
        link in it: then we will tell you.
      </Told>
    );
  const wrong = asking.error instanceof CallRefused ? asking.error.fields.email : undefined;
  return (
    <form noValidate method="dialog" className="grid w-full max-w-md gap-3" onSubmit={submit}>
      <p className="text-sm text-base-content/80">One letter, and nothing else.</p>
      {isTyping && !user && (
        <Field
          ref={field}
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          aria-required
          error={asking.error ? (wrong ?? asking.error.message) : undefined}
          hint="We send you a link first, so that nobody else can ask in your name."
        />
      )}
      {user && <FormError>{asking.error?.message}</FormError>}
      <div>
        <button type="submit" className="btn btn-secondary" aria-busy={asking.isPending}>
          {isTyping && !user ? "Send me the link" : "Tell me"}
        </button>
      </div>
    </form>
  );
}

type ToldProps = { takesFocus: boolean; children: ReactNode };

function Told({ takesFocus, children }: ToldProps) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus) text.current?.focus();
  }, [takesFocus]);
  return (
    <p ref={text} tabIndex={-1} className="leading-relaxed outline-none">
      {children}
    </p>
  );
}
