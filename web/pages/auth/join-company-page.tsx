import { companyCalls } from "#contract/companies.ts";
import { call } from "#web/app/call.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { LetterAction } from "./letter-action.tsx";

export function JoinCompanyPage() {
  return (
    <LetterAction
      path={paths.joinCompany}
      title="Join a company"
      lead="Sign in first with the e-mail that was invited. Everybody in the company then sees what you order."
      action="Join"
      send={(token) => call(companyCalls.join, { body: { token } })}
      done={({ company }) => (
        <>
          <p>You belong to {company?.name ?? "the company"} now.</p>
          <PageLink to={paths.company} className="btn btn-secondary btn-block h-12 text-base">
            See the company
          </PageLink>
        </>
      )}
      elsewhere={
        <PageLink to={paths.login} className="btn btn-secondary btn-block h-12 text-base">
          Sign in
        </PageLink>
      }
    />
  );
}
