import { Check } from "lucide-react";
import { useLocation } from "react-router";
import { BackLink, PageLink } from "#web/app/page-link.tsx";
import { checkoutSteps, paths } from "#web/app/paths.ts";

type Props = {
  title: string;
  isPlaced?: boolean;
};

export function CheckoutHead({ title, isPlaced = false }: Props) {
  return (
    <>
      {!isPlaced && <BackLink to={paths.basket}>Back to the basket</BackLink>}
      <Steps isPlaced={isPlaced} />
      <h1 className="mt-3 mb-6 text-3xl font-extrabold">{title}</h1>
    </>
  );
}

function Steps({ isPlaced }: { isPlaced: boolean }) {
  const { pathname } = useLocation();
  const current = checkoutSteps.findIndex(({ path }) => path === pathname);
  return (
    <ol aria-label="Steps" className="flex flex-wrap gap-x-6 gap-y-1">
      {checkoutSteps.map(({ path, name }, at) => (
        <li
          key={path}
          aria-current={at === current ? "step" : undefined}
          className={`flex min-h-8 items-center gap-2 ${at === current ? "font-bold" : ""}`}
        >
          <span
            className={`grid size-6 place-items-center text-sm ${at <= current ? "bg-neutral text-neutral-content" : "border border-base-content/60"}`}
          >
            {at < current ? <Check className="size-4" aria-hidden="true" /> : at + 1}
          </span>
          {at < current && !isPlaced ? (
            <PageLink to={path} className="link">
              {name}
            </PageLink>
          ) : (
            name
          )}
        </li>
      ))}
    </ol>
  );
}
