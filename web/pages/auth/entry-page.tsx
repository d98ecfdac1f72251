import type { ReactNode } from "react";
import { PageLink } from "#web/app/page-link.tsx";
import { GoogleLink } from "./auth-form.tsx";
import { AuthLayout } from "./auth-layout.tsx";
import { useReturnLink, withReturnLink } from "./return-link.ts";
import { SignedOutOnly } from "./signed-out-only.tsx";

type Props = {
  title: string;
  question: string;
  other: { path: string; label: string };
  form: ReactNode;
  note?: ReactNode;
};

export function EntryPage({ title, question, other, form, note }: Props) {
  const from = useReturnLink();
  const lead = (
    <>
      {question}{" "}
      <PageLink to={withReturnLink(other.path, from)} className="link font-semibold">
        {other.label}
      </PageLink>
    </>
  );
  return (
    <SignedOutOnly to={from}>
      <AuthLayout title={title} lead={lead}>
        {form}
        <GoogleLink from={from} />
        {note}
      </AuthLayout>
    </SignedOutOnly>
  );
}
