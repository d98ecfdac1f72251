import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { CallRefused } from "#web/app/call.ts";
import { FormError } from "#web/ui/field.tsx";
import { AuthLayout } from "./auth-layout.tsx";
import { type LetterLink, useLetterLink } from "./use-letter-link.ts";

type Props<Reply> = {
  path: string;
  title: string;
  lead: string;
  action: string;
  send: (token: string) => Promise<Reply>;
  done: (reply: Reply) => ReactNode;
  elsewhere: ReactNode;
};

/** Opening the link does nothing yet: mail scanners open links. */
export function LetterAction<Reply>(props: Props<Reply>) {
  const link = useLetterLink(props.path);
  return <Action key={link?.earlier ?? 0} {...props} link={link} />;
}

type ActionProps<Reply> = Props<Reply> & { link: LetterLink | undefined };

function Action<Reply>({ link, title, lead, action, send, ...rest }: ActionProps<Reply>) {
  const sending = useMutation({ mutationFn: () => send(link?.token ?? "") });
  const { data, error, isPending } = sending;
  if (data !== undefined)
    return (
      <AuthLayout title={title}>
        <Done>{rest.done(data)}</Done>
      </AuthLayout>
    );
  const isDead = error instanceof CallRefused && error.fields.token !== undefined;
  if (link?.token === "" || isDead)
    return (
      <AuthLayout title={title}>
        <Done>
          <p>{error?.message ?? "This page needs the link from our letter. Open it there."}</p>
          {rest.elsewhere}
        </Done>
      </AuthLayout>
    );
  return (
    <AuthLayout title={title} lead={lead}>
      <form
        method="dialog"
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) sending.mutate();
        }}
      >
        <FormError>{error?.message}</FormError>
        <button
          type="submit"
          className="btn btn-secondary btn-block h-12 text-base"
          aria-busy={isPending}
        >
          {action}
        </button>
        <noscript>
          <p className="text-sm">This needs JavaScript, which is switched off here.</p>
        </noscript>
      </form>
    </AuthLayout>
  );
}

function Done({ children }: { children: ReactNode }) {
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <div ref={text} tabIndex={-1} className="grid gap-5 leading-relaxed outline-none">
      {children}
    </div>
  );
}
