import { type QueryCacheNotifyEvent, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { CallRefused } from "#web/app/call.ts";
import { setLostInput, type Typed } from "./lost-input.ts";
import type { Session } from "./session.ts";

/** Where a session or a right ends, what was typed and not saved is kept for the page of sign-in. */
export function useKeepTyped(isEnd: (event: QueryCacheNotifyEvent) => boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    setLostInput([]);
    const fields = new Set<Field>();
    const hear = ({ target }: Event) => isField(target) && fields.add(target);
    document.addEventListener("input", hear, true);
    const stopQueries = client.getQueryCache().subscribe((event) => {
      const typed = isEnd(event) ? [...fields].filter(isShown).map(toTyped) : [];
      if (typed.length > 0) setLostInput(typed);
    });
    const stopMutations = client.getMutationCache().subscribe(({ type, mutation }) => {
      if (type === "updated" && mutation.state.status === "success") fields.clear();
    });
    return () => {
      document.removeEventListener("input", hear, true);
      stopQueries();
      stopMutations();
    };
  }, [client, isEnd]);
}

export function KeepTyped() {
  useKeepTyped(isSignedOutElsewhere);
  return null;
}

/** Who signs out here is led somewhere. */
function isSignedOutElsewhere(event: QueryCacheNotifyEvent): boolean {
  if (!isSuccess(event) || event.query.queryKey[0] !== "session") return false;
  const { user, leaveTo } = event.query.state.data as Session;
  return user === null && leaveTo === undefined;
}

export function isNoAdminAnyMore(event: QueryCacheNotifyEvent): boolean {
  const { queryKey, state } = event.query;
  if (queryKey[0] !== "admin" || event.type !== "updated") return false;
  const { error } = state;
  return state.data === false || (error instanceof CallRefused && error.status === 403);
}

const isSuccess = (event: QueryCacheNotifyEvent) =>
  event.type === "updated" && event.action.type === "success";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const withoutText = /^(password|hidden|file|search|checkbox|radio)$/;

function isField(target: EventTarget | null): target is Field {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  if (!(target instanceof HTMLInputElement) || withoutText.test(target.type)) return false;
  // A password may be shown.
  return !/password|one-time-code/.test(target.autocomplete);
}

const isShown = (field: Field) => field.isConnected && field.value.trim() !== "";

function toTyped(field: Field): Typed {
  const name = field.labels?.[0]?.textContent ?? field.ariaLabel ?? field.name;
  const chosen = field instanceof HTMLSelectElement && field.selectedOptions[0]?.textContent;
  return { label: name.trim(), text: chosen || field.value };
}
