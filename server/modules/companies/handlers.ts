import {
  type CompanyDetails,
  type companyCalls,
  maxMembers,
  type OwnCompany,
} from "#contract/companies.ts";
import { type Refusal, type RefusalCode, refuse } from "#contract/refusals.ts";
import { vatIdProblem } from "#contract/rules/vat-id.ts";
import type { Context } from "#server/context.ts";
import { setEmailVerified } from "#server/modules/customers/accounts.ts";
import { hashToken } from "#server/modules/identity/tokens.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import { queueVatCheck } from "#server/modules/vat/check-vat.ts";
import { mayCheckVat, tooManyVatNumbers } from "#server/modules/vat/may-check.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { isUniqueViolation } from "#server/platform/database/database-errors.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import {
  deleteInvitation,
  findInvitation,
  findInvitingCompany,
  isMember,
  saveInvitation,
  takeInvitation,
} from "./invitations.ts";
import { mayInvite } from "./may-invite.ts";
import {
  addCompany,
  addMember,
  countMembers,
  debtProblem,
  deleteMember,
  findMembership,
  lockCompany,
  lockMembership,
  type Membership,
  readOwnCompany,
  saveDetails,
  saveRole,
} from "./store.ts";

const noCompany = refuse("not-found", "You do not belong to a company.");
const noSuchMember = refuse("not-found", "They do not belong to your company any more.");
const noSuchInvitation = refuse("not-found", "This invitation was accepted or has expired.");
const ownersOnly = refuse("not-allowed", "Only owners of the company can do that.");
const belongsAlready = refuse(
  "conflict",
  "You belong to a company already. Leave it first to join another.",
);
const deadLink = refuse(
  "invalid",
  "This invitation has expired, or is for another e-mail. Sign in with the e-mail that was invited, or ask for a new invitation.",
  { token: "Is no longer valid" },
);
const isFull = refuse("conflict", `A company has at most ${maxMembers} people.`);

const tooManyInvited = refuse(
  "too-many",
  "You have invited many people in the last hour. Please try again later.",
);

type Refused<Code extends RefusalCode> = Promise<Refusal<Code> | undefined>;

export function companyHandlers(context: Context): Handlers<typeof companyCalls> {
  const { db, jobs, settings } = context;
  const readOwn = async (userId: string) =>
    readOwnCompany(db, userId, (await settings()).discounts.groups);

  async function checkVat(tx: Queries, userId: string, holder: CompanyDetails) {
    if (holder.vatId === "") return undefined;
    if (!(await mayCheckVat(tx, userId, holder))) return tooManyVatNumbers;
    await queueVatCheck(context, tx, holder);
    return undefined;
  }

  async function answer<Code extends RefusalCode>(
    userId: string,
    change: (tx: Queries) => Refused<Code>,
  ): Promise<OwnCompany | Refusal<Code>> {
    const refused = await retryOnConflict(() => inTransaction(db, change));
    jobs.wake();
    return refused ?? readOwn(userId);
  }

  const asOwner = <Code extends RefusalCode = never>(
    userId: string,
    change: (tx: Queries, own: Membership) => Refused<Code>,
  ) =>
    answer<Code | "not-found" | "not-allowed">(userId, async (tx) => {
      const own = await lockMembership(tx, userId);
      if (!own) return noCompany;
      return own.role === "owner" ? change(tx, own) : ownersOnly;
    });

  return {
    mine: (_given, { person }) => readOwn(person._id),
    add: async ({ body }, { person }) => {
      const wrong = vatIdProblem(body.vatId, body.country);
      if (wrong) return refuseVatId(wrong);
      return answer(person._id, async (tx) => {
        if (await findMembership(tx, person._id)) return belongsAlready;
        const tooMany = await checkVat(tx, person._id, body);
        if (tooMany) return tooMany;
        await addCompany(tx, person._id, body);
        return undefined;
      }).catch(refuseSecond);
    },
    edit: async ({ body }, { person }) => {
      const wrong = vatIdProblem(body.vatId, body.country);
      if (wrong) return refuseVatId(wrong);
      return asOwner(person._id, async (tx, { companyId }) => {
        const tooMany = await checkVat(tx, person._id, body);
        if (tooMany) return tooMany;
        await saveDetails(tx, companyId, body);
        return undefined;
      });
    },
    invite: async ({ body: { email, role } }, caller) => {
      const { person } = caller;
      if (!(await mayInvite(db, caller))) return tooManyInvited;
      const answered = await asOwner(person._id, async (tx, { companyId }) => {
        if (await isMember(tx, companyId, email)) {
          return refuse("conflict", "They belong to your company already.");
        }
        if ((await countMembers(tx, companyId)) >= maxMembers) return isFull;
        const invitedBy = person._id;
        const id = await saveInvitation(tx, { companyId, email, role, invitedBy });
        await addOrderLetter(tx, "company-invitation", { id, email });
        return undefined;
      });
      jobs.wake();
      return answered;
    },
    takeBack: ({ params }, { person }) =>
      asOwner(person._id, async (tx, { companyId }) =>
        (await deleteInvitation(tx, params.id, companyId)) ? undefined : noSuchInvitation,
      ),
    invitation: async ({ body }) =>
      (await findInvitation(db, { tokenHash: hashToken(body.token) })) ?? deadLink,
    join: ({ body }, { person }) =>
      answer(person._id, async (tx) => {
        if (await findMembership(tx, person._id)) return belongsAlready;
        const tokenHash = hashToken(body.token);
        const companyId = await findInvitingCompany(tx, tokenHash, person.email);
        if (!companyId) return deadLink;
        await lockCompany(tx, companyId);
        if ((await countMembers(tx, companyId)) >= maxMembers) return isFull;
        const invited = await takeInvitation(tx, tokenHash, person.email);
        if (!invited) return deadLink;
        await addMember(tx, person._id, invited);
        // The letter reached the mailbox.
        await setEmailVerified(tx, person._id);
        return undefined;
      }).catch(refuseSecond),
    setRole: ({ params: { id }, body: { role } }, { person }) =>
      asOwner(person._id, async (tx, { companyId }) => {
        if (id === person._id) return refuse("conflict", "Another owner can change your role.");
        return (await saveRole(tx, id, { companyId, role })) ? undefined : noSuchMember;
      }),
    removeMember: ({ params: { id } }, { person }) =>
      answer(person._id, async (tx) => {
        const own = await lockMembership(tx, person._id);
        if (!own) return noCompany;
        if (id !== person._id && own.role !== "owner") return ownersOnly;
        const debts = id === person._id ? await debtProblem(tx, id) : undefined;
        if (debts) return debts;
        return (await deleteMember(tx, id, own.companyId)) ? undefined : noSuchMember;
      }),
  };
}

/** Two requests at once: a person belongs to one company. */
function refuseSecond(error: unknown) {
  if (isUniqueViolation(error, "company_members_pkey")) return belongsAlready;
  throw error;
}

const refuseVatId = (vatId: string) =>
  refuse("invalid", "Some of what was sent is not right.", { vatId });
