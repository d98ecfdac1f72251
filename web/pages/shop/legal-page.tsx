import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router";
import type { LegalCompany, LegalText } from "#contract/legal.ts";
import { legalPageSlugs, legalPageTitles } from "#contract/rules/legal-pages.ts";
import { dayOf } from "#web/app/day.ts";
import { writeDate } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { legalPath, paths } from "#web/app/paths.ts";
import { useShopName } from "#web/app/shop-name.ts";
import { legalText } from "#web/modules/legal/calls.ts";
import { LegalBlocks } from "#web/modules/legal/legal-blocks.tsx";
import { LoadFailed, Note, PageLoading } from "#web/ui/placeholder.tsx";
import { NotFoundPage } from "./not-found-page.tsx";

export function LegalPage() {
  const { pathname, search } = useLocation();
  const page = legalPageSlugs.find((each) => legalPath(each) === pathname) ?? "terms";
  const [, version] = /^\?version=(\d{1,6})$/.exec(search) ?? [];
  const { data, error, refetch } = useQuery(legalText(page, version));
  if (data === null) return <NotFoundPage />;
  if (!data) {
    if (!error) return <PageLoading />;
    return (
      <section className="wide py-12">
        <LoadFailed
          title="This page could not be fetched"
          heading="h1"
          error={error}
          retry={refetch}
        />
      </section>
    );
  }
  return (
    <article className="wide pt-8 pb-16">
      <h1 className="mb-6 text-3xl font-extrabold lg:text-4xl">{legalPageTitles[page]}</h1>
      <div className="grid max-w-3xl gap-6">
        <Standing text={data} />
        {data.company && <Company company={data.company} />}
        <LegalBlocks text={data.text} />
        {page === "withdrawal" && (
          <p>
            <PageLink to={paths.withdraw} className="btn btn-secondary">
              Withdraw from contract here
            </PageLink>
          </p>
        )}
        <p className="mt-4 text-sm text-base-content/75">
          {data.savedAt
            ? `Version ${data.version} of ${writeDate(dayOf(data.savedAt))}`
            : "Version 0"}
        </p>
      </div>
    </article>
  );
}

function Standing({ text: { page, version, present } }: { text: LegalText }) {
  return (
    <>
      {version === 0 && (
        <Note title="This is a sample text">
          <p>The owner of this shop has not replaced it yet. It is not legal advice.</p>
        </Note>
      )}
      {version !== present && (
        <Note title="This is an earlier version">
          <p>It holds for orders that were made under it.</p>
          <PageLink to={legalPath(page)} className="link inline-flex min-h-11 items-center">
            See the version in force
          </PageLink>
        </Note>
      )}
    </>
  );
}

function Company({ company }: { company: LegalCompany }) {
  const shopName = useShopName();
  const { name, address, country, vatId, email, phone, openingHours } = company;
  const lines = [name || shopName, address, country, phone, email];
  return (
    <div className="grid gap-2 leading-relaxed">
      <p className="whitespace-pre-line wrap-anywhere">{lines.filter(Boolean).join("\n")}</p>
      {openingHours && <p className="whitespace-pre-line wrap-anywhere">{openingHours}</p>}
      {vatId && <p>VAT number {vatId}</p>}
      <p>
        <PageLink to={paths.contact} className="link inline-flex min-h-11 items-center">
          Contact Us
        </PageLink>
      </p>
    </div>
  );
}
