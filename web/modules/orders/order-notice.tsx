import type { ReactNode } from "react";
import type { Order } from "#contract/orders.ts";
import { formatCount, formatDollars } from "#web/app/format.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths, paymentPath } from "#web/app/paths.ts";

export type Notice =
  | { is: "placed"; order: Order }
  | { is: "earlier-placed"; order: Order }
  | { is: "answer-owed" };

/** How the last order of this part went, and where to go on. */
export function OrderNotice({ news }: { news: Notice }) {
  if (news.is === "answer-owed") {
    return (
      <Box look="border-s-warning" links={<MyOrderLink />}>
        We do not know yet whether your last order of this part arrived. Place it again as it was:
        it is not ordered twice.
      </Box>
    );
  }
  const { order } = news;
  const what = `${formatCount(order.quantity)} × ${order.productName} for $${formatDollars(order.totalPrice)}`;
  const links = (
    <>
      <PageLink to={paymentPath(order._id)} className="link font-semibold">
        Pay for it now
      </PageLink>
      <MyOrderLink />
    </>
  );
  return news.is === "placed" ? (
    <Box look="border-s-success" links={links}>
      Ordered: {what}.
    </Box>
  ) : (
    <Box look="border-s-warning" links={links}>
      The order that you sent before had arrived, and is placed: {what}. What you have changed since
      is not ordered; place it only if you want it as well.
    </Box>
  );
}

function MyOrderLink() {
  return (
    <PageLink to={paths.myOrder} className="link font-semibold">
      See My Order
    </PageLink>
  );
}

type BoxProps = { look: string; links: ReactNode; children: ReactNode };

function Box({ look, links, children }: BoxProps) {
  return (
    <div
      className={`${look} grid gap-2 rounded-box border border-s-4 border-base-300 bg-base-100 p-4 leading-relaxed wrap-anywhere`}
    >
      <p>{children}</p>
      <p className="flex flex-wrap gap-x-6 gap-y-2">{links}</p>
    </div>
  );
}
