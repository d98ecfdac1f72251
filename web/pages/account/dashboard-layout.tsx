import { Outlet } from "react-router";
import { useAdmin } from "#web/identity/admin.ts";
import { DashboardMenu } from "./dashboard-menu.tsx";
import { useRecheckOfRights } from "./recheck-rights.ts";

export function DashboardLayout() {
  const { admin } = useAdmin();
  useRecheckOfRights();
  return (
    <div className="wide py-6 lg:py-12">
      <h1 className="text-2xl font-extrabold md:text-3xl lg:text-4xl">Welcome to your Dashboard</h1>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-6 lg:mt-10 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-14">
        <DashboardMenu admin={admin} />
        <div>
          <Outlet />
        </div>
      </div>
    </div>
  );
}
