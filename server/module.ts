import type { FastifyInstance } from "fastify";
import type { calls } from "#contract/calls.ts";
import type { Person } from "#contract/identity.ts";
import type { OwnData } from "#contract/own-data.ts";
import type { Context } from "./context.ts";
import type { AccountEndings } from "./modules/identity/account-endings.ts";
import type { Kinds } from "./modules/imports/import-kind.ts";
import type { LetterWriter } from "./modules/letters/letter-writer.ts";
import type { UndoChecks, Undoes } from "./platform/audit/handlers.ts";
import type { Queries } from "./platform/database/connect.ts";
import type { Handlers } from "./platform/http/handler.ts";
import type { JobDefinition } from "./platform/jobs/job.ts";
import type { Things } from "./platform/things/things.ts";

export type AllHandlers = { [Domain in keyof typeof calls]: Handlers<(typeof calls)[Domain]> };
/** One module may answer only some of the calls of a domain. */
export type SomeHandlers = { [Domain in keyof AllHandlers]?: Partial<AllHandlers[Domain]> };

export type OwnDataRequest = {
  context: Pick<Context, "db" | "env" | "filterPicture">;
  person: Person;
  session: string;
};
export type ReadOwnData = (request: OwnDataRequest) => Promise<Partial<OwnData>>;
export type DeleteExpired = (db: Queries) => Promise<unknown>;

/** What a module gives the shop: `server/modules.ts` lists the record of each module. */
export type ShopModule = {
  handlers?: (context: Context, all: AllModules) => SomeHandlers;
  /** Routes that are no calls of the contract. */
  routes?: (app: FastifyInstance, context: Context) => void;
  jobs?: (context: Context, all: AllModules) => JobDefinition[];
  emails?: (context: Context) => Record<string, LetterWriter>;
  /** Of audited actions. */
  undo?: Undoes;
  undoChecks?: UndoChecks;
  /** How search, jobs and the audit log find and name what the module has. */
  records?: Things;
  importKinds?: Partial<Kinds>;
  /** Called when an account gets another owner or e-mail. */
  accountEndings?: Partial<AccountEndings>;
  /** What a person's export has of it. */
  ownData?: ReadOwnData;
  expires?: readonly DeleteExpired[];
};

/** What all modules give, for modules and the platform that work on it without knowing whose it is. */
export type AllModules = {
  emails: (context: Context) => Record<string, LetterWriter>;
  undo: Undoes;
  undoChecks: UndoChecks;
  records: Things;
  importKinds: Kinds;
  accountEndings: AccountEndings;
  ownData: readonly ReadOwnData[];
  expires: readonly DeleteExpired[];
};
