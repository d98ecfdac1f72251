import { PhoneOrder } from "#web/modules/checkout/phone-order.tsx";
import { PageHeading } from "#web/pages/account/page-heading.tsx";

export function PhoneOrderPage() {
  return (
    <section>
      <PageHeading>Order for a customer</PageHeading>
      <PhoneOrder />
    </section>
  );
}
