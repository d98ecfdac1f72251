import type { ShopPerson } from "#contract/people.ts";
import { DateTime, formatCount, formatDate, formatDollars } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { DescriptionList } from "#web/ui/description-list.tsx";

export function PersonFacts({ person }: { person: ShopPerson }) {
  const {
    _id,
    email,
    emailVerified,
    since,
    orders,
    spent,
    sessions,
    lastSeenAt,
    role,
    priceGroup,
  } = person;
  const auditPath = (name: "about" | "by") =>
    `${paths.auditLog}?${new URLSearchParams({ [name]: _id })}`;
  const lines = {
    Email: emailVerified ? email : `${email} (not verified)`,
    Since: formatDate(since),
    Orders: formatCount(orders),
    Spent: `$${formatDollars(spent)}`,
    ...(priceGroup && { Prices: priceGroup.name }),
    "Signed in": writeSessions(sessions),
    ...(lastSeenAt && { "Last seen": <DateTime time={lastSeenAt} /> }),
    "Audit log": (
      <>
        <PageLink to={auditPath("about")} className="link inline-block py-1">
          What admins did for them
        </PageLink>
        {role && (
          <PageLink to={auditPath("by")} className="link block py-1">
            What they did
          </PageLink>
        )}
      </>
    ),
  };
  return <DescriptionList lines={lines} />;
}

function writeSessions(sessions: number): string {
  if (sessions === 0) return "Nowhere at the moment";
  return sessions === 1 ? "In 1 browser" : `In ${formatCount(sessions)} browsers`;
}
