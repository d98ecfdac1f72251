import { ArrowLeft } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";

type Props = {
  children: ReactNode;
  /** Pages below My Profile lead back to it. */
  backToProfile?: boolean;
  /** For pages that give it the focus when what had it is gone. */
  heading?: RefObject<HTMLHeadingElement | null>;
};

export function PageHeading({ children, backToProfile = false, heading }: Props) {
  return (
    <div className="mb-5">
      {backToProfile && (
        <PageLink
          to={paths.dashboard}
          className="link mb-1 inline-flex min-h-11 items-center gap-2 text-sm font-medium"
        >
          <ArrowLeft className="size-4" aria-hidden="true" />
          My Profile
        </PageLink>
      )}
      <h2 ref={heading} tabIndex={-1} className="text-xl font-extrabold md:text-2xl outline-none">
        {children}
      </h2>
    </div>
  );
}
