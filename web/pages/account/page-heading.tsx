import type { ReactNode, RefObject } from "react";
import { BackLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";

type Props = {
  children: ReactNode;
  backToProfile?: boolean;
  heading?: RefObject<HTMLHeadingElement | null>;
};

export function PageHeading({ children, backToProfile = false, heading }: Props) {
  return (
    <div className="mb-5">
      {backToProfile && <BackLink to={paths.dashboard}>My Profile</BackLink>}
      <h2 ref={heading} tabIndex={-1} className="text-xl font-extrabold md:text-2xl outline-none">
        {children}
      </h2>
    </div>
  );
}
