import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { CompareButton } from "#web/modules/compare/compare-button.tsx";
import { useSession } from "#web/modules/identity/session.ts";
import { useWishes } from "#web/modules/wishes/use-wishes.ts";
import { WishButton } from "#web/modules/wishes/wish-button.tsx";

type Part = { _id: string; number: string; name: string };

export function PartTools({ part, withText = false }: { part: Part; withText?: boolean }) {
  const wishes = useWishes(useSession().user);
  return (
    <>
      <WishButton part={part} wishes={wishes} withText={withText} />
      {withText && wishes.ids?.includes(part._id) && (
        <PageLink to={paths.wishes} className="link inline-flex min-h-11 items-center">
          See your wish list
        </PageLink>
      )}
      <CompareButton part={part} withText={withText} />
    </>
  );
}
