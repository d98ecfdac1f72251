// Known faults, each for the proof that must find it. proofs/faults.test.ts holds each text against
// the source, so that a change there shows at once which fault has to be written anew.
import { operationFaults } from "./operation-faults.ts";
import type { Fault } from "./plant-fault.ts";

const placeOrder = "server/modules/orders/place-order.ts";

/** Looks at the stock, waits, and writes what is left of what it saw. */
const readThenWrite: Fault[] = [
  {
    file: placeOrder,
    text: "const [placed] = await queryRows",
    replacement: `const [seen] = await queryRows<{ stock: number }>(db, sql\`
      select availabl_quantity as stock, pg_sleep(0.05) from parts where id = \${partId}::uuid\`);
    $&`,
  },
  {
    file: placeOrder,
    text: "availabl_quantity = availabl_quantity - ",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
    replacement: "availabl_quantity = ${seen?.stock ?? 0} - ",
  },
  {
    file: placeOrder,
    text: "::int < availabl_quantity",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
    replacement: "::int < ${seen?.stock ?? 0}",
  },
];

export const faults = { readThenWrite, ...operationFaults } satisfies Record<string, Fault[]>;
