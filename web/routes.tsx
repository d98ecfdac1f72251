// React Router's table, made from our own of all pages.
import { type RouteObject, useRoutes } from "react-router";
import { AdminOnly, type ForGuard, SignedIn } from "./identity/guards.tsx";
import { Frame } from "./pages/frame.tsx";
import { PageBoundary } from "./pages/page-failure.tsx";
import { Places } from "./places.tsx";
import { dashboard, everyPage, type Page, pageAt } from "./router.tsx";

const routes = (who?: Page["who"], layout?: Page["layout"]): RouteObject[] =>
  everyPage
    .filter((page) => page.who === who && page.layout === layout)
    .map((page) => ({ path: page.path, element: <Shown page={page} /> }));

const table: RouteObject[] = [
  ...routes(),
  {
    element: <SignedIn at={forGuard} />,
    children: [
      ...routes("signed-in"),
      {
        element: <Dashboard />,
        children: [
          ...routes("signed-in", "dashboard"),
          { element: <AdminOnly />, children: routes("admin", "dashboard") },
        ],
      },
    ],
  },
];

export function Pages() {
  return (
    <Frame>
      <Places>
        <PageHere />
      </Places>
    </Frame>
  );
}

function PageHere() {
  return useRoutes(table);
}

function Shown({ page }: { page: Page }) {
  return (
    <PageBoundary page={page.path}>
      <Content page={page} />
    </PageBoundary>
  );
}

function Content({ page }: { page: Page }) {
  const Component = page.code.use();
  return <Component />;
}

function Dashboard() {
  return (
    <PageBoundary page="dashboard">
      <Around />
    </PageBoundary>
  );
}

function Around() {
  const { DashboardLayout } = dashboard.use();
  return <DashboardLayout />;
}

function forGuard(path: string): ForGuard {
  const { leaveTo, layout } = pageAt(path);
  return { leaveTo, Meanwhile: layout && dashboard.known()?.DashboardMeanwhile };
}
