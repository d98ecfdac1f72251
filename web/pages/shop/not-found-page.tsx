import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";

export function NotFoundPage() {
  return (
    <section className="wide relative grid justify-items-start gap-6 overflow-hidden py-16 lg:py-24">
      <MissingPart />
      <h1 className="text-9xl leading-none font-extrabold text-error lg:text-[16rem]">404</h1>
      <p className="max-w-lg text-lg leading-relaxed">
        There is no page at this address. It may have been mistyped, or the part that it led to is
        no longer made.
      </p>
      <ul className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <li>
          <PageLink to={paths.home} className="btn btn-secondary">
            Go to the home page
          </PageLink>
        </li>
        <li>
          <PageLink to={paths.products} className="link font-semibold">
            See all products
          </PageLink>
        </li>
        <li>
          <PageLink to={paths.contact} className="link font-semibold">
            Ask us
          </PageLink>
        </li>
      </ul>
    </section>
  );
}

function MissingPart() {
  return (
    <svg
      viewBox="0 0 400 400"
      aria-hidden="true"
      className="absolute inset-y-0 end-8 my-auto hidden w-2/5 fill-none stroke-base-content/30 lg:block"
    >
      <g strokeWidth="1.5" strokeDasharray="10 6">
        <circle cx="200" cy="200" r="180" />
        <circle cx="200" cy="200" r="104" />
        <circle cx="200" cy="200" r="38" />
      </g>
      <path d="M4 200h392M200 4v392" strokeDasharray="24 5 4 5" />
    </svg>
  );
}
