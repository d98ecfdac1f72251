import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { countryCode, email, id, requiredText, vatId } from "./fields.ts";

/** Owners invite and remove people; buyers order. */
export const memberRoles = ["owner", "buyer"] as const;
const memberRole = z.enum(memberRoles, "Is not a role in a company");
export type MemberRole = z.output<typeof memberRole>;

export const invitationDays = 14;
export const maxMembers = 50;

export const companyDetails = z.strictObject({
  name: requiredText(200, "Name is Required"),
  address: requiredText(1_000, "Address is Required"),
  country: countryCode,
  vatId,
});
export type CompanyDetails = z.output<typeof companyDetails>;

/** What credit is given to. */
export const companyIdentity = z.strictObject({
  name: companyDetails.shape.name,
  country: countryCode,
  vatId,
});
export type CompanyIdentity = z.output<typeof companyIdentity>;

const member = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  role: memberRole,
  since: z.string(),
});
export type CompanyMember = z.output<typeof member>;

export const ownCompany = z.object({
  /** Null of who belongs to none. */
  company: z.nullable(
    z.object({
      _id: z.string(),
      name: z.string(),
      address: z.string(),
      country: z.string(),
      vatId: z.string(),
      role: memberRole,
      /** Null: it does not buy on account. In dollars. */
      credit: z.nullable(
        z.object({
          limit: z.number(),
          open: z.number(),
          days: z.number(),
          /** Why nothing is ordered on account at present. */
          problem: z.optional(z.string()),
        }),
      ),
      /** The group of customers at whose prices its people buy; null: at those for everybody. */
      prices: z.nullable(z.string()),
      members: z.array(member),
      /** For owners. */
      invitations: z.array(
        z.object({ _id: z.string(), email: z.string(), role: memberRole, until: z.string() }),
      ),
    }),
  ),
});
export type OwnCompany = z.output<typeof ownCompany>;

const companyInvitation = z.object({
  company: z.string(),
  /** Null: their account is gone. */
  invitedBy: z.nullable(z.string()),
  email: z.string(),
});
export type CompanyInvitation = z.output<typeof companyInvitation>;

const rateLimit = { max: 120, seconds: 600 } as const;

export const companyCalls = {
  mine: {
    method: "GET",
    path: "/own-company",
    summary: "Answers the caller's company with its members, and to owners who is invited.",
    who: "signed-in",
    reply: ownCompany,
    refusals: [],
  },
  add: {
    method: "POST",
    path: "/own-company",
    summary:
      "Adds a company, whose owner the caller becomes. What they order from then on is the company's: all its members see it.",
    who: "signed-in",
    body: companyDetails,
    reply: ownCompany,
    refusals: ["invalid", "conflict", "too-many"],
    rateLimit,
  },
  edit: {
    method: "PUT",
    path: "/own-company",
    summary:
      "Changes the details of the caller's company, for its owners. With another name, country or VAT number it buys on account again once an admin has confirmed them.",
    who: "signed-in",
    body: companyDetails,
    reply: ownCompany,
    refusals: ["invalid", "not-found", "not-allowed", "conflict", "too-many"],
    rateLimit,
  },
  invite: {
    method: "POST",
    path: "/own-company/invitations",
    summary:
      "Invites somebody to the caller's company by a letter with a link, for its owners. The same e-mail invited again gets a new letter.",
    who: "signed-in",
    body: z.strictObject({ email, role: memberRole }),
    reply: ownCompany,
    refusals: ["not-found", "not-allowed", "conflict", "too-many"],
    rateLimit,
  },
  takeBack: {
    method: "DELETE",
    path: "/own-company/invitations/:id",
    summary: "Takes an invitation to the caller's company back, for its owners.",
    who: "own",
    params: { id },
    reply: ownCompany,
    refusals: ["not-found", "not-allowed", "too-many"],
    rateLimit,
  },
  invitation: {
    method: "POST",
    path: "/own-company/invitation",
    summary:
      "Answers which company the invitation with this token is from, who invites, and the e-mail that is invited.",
    who: "visitor",
    body: z.strictObject({ token: requiredText(200) }),
    reply: companyInvitation,
    refusals: ["invalid", "too-many"],
    rateLimit,
  },
  join: {
    method: "POST",
    path: "/own-company/join",
    summary:
      "Makes the caller a member of the company whose invitation has this token. It is for the account with the e-mail that was invited.",
    who: "signed-in",
    body: z.strictObject({ token: requiredText(200) }),
    reply: ownCompany,
    refusals: ["invalid", "conflict", "too-many"],
    rateLimit,
  },
  setRole: {
    method: "PUT",
    path: "/own-company/members/:id",
    summary: "Gives a member of the caller's company another role, for its owners.",
    who: "own",
    params: { id },
    body: z.strictObject({ role: memberRole }),
    reply: ownCompany,
    refusals: ["not-found", "not-allowed", "conflict", "too-many"],
    rateLimit,
  },
  removeMember: {
    method: "DELETE",
    path: "/own-company/members/:id",
    summary:
      "Takes a member out of the caller's company, for its owners, or the caller out of it. The last owner of a company that has invoices open stays. A company without an owner gets the member of the longest time as one.",
    who: "own",
    params: { id },
    reply: ownCompany,
    refusals: ["not-found", "not-allowed", "conflict", "too-many"],
    rateLimit,
  },
} as const satisfies Calls;
