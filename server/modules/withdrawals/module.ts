import type { ShopModule } from "#server/module.ts";
import { withdrawalHandlers } from "./handlers.ts";
import { matchWithdrawalJob } from "./match-withdrawal.ts";
import { deleteOldWithdrawals, readOwnWithdrawals } from "./store.ts";
import { withdrawalLetters } from "./withdrawal-letters.ts";

export const withdrawals = {
  handlers: (context) => ({ withdrawals: withdrawalHandlers(context) }),
  jobs: (context) => [matchWithdrawalJob(context)],
  emails: withdrawalLetters,
  ownData: async ({ context: { db }, person }) => ({
    withdrawals: await readOwnWithdrawals(db, person),
  }),
  expires: [deleteOldWithdrawals],
} satisfies ShopModule;
