import type { PageRoute } from "#web/app/page.ts";
import { paths } from "#web/app/paths.ts";
import type { authPages } from "./lazy-routes.ts";

const page = (name: keyof typeof authPages) => async () => ({
  Component: await (await import("./lazy-routes.ts")).authPages[name](),
});

export const authRoutes: PageRoute[] = [
  {
    path: paths.login,
    handle: {
      title: "Login",
    },
    lazy: page("login"),
  },
  {
    path: paths.register,
    handle: { title: "Register" },
    lazy: page("register"),
  },
  {
    path: paths.forgotten,
    handle: { title: "Forgotten password" },
    lazy: page("forgotten"),
  },
  {
    path: paths.verifyEmail,
    handle: { title: "Verify your e-mail" },
    lazy: page("verifyEmail"),
  },
  {
    path: paths.changeEmail,
    handle: { title: "Change your e-mail" },
    lazy: page("changeEmail"),
  },
  {
    path: paths.stockAlert,
    handle: { title: "Tell me when it is back" },
    lazy: page("stockAlert"),
  },
  {
    path: paths.joinCompany,
    handle: { title: "Join a company" },
    lazy: page("joinCompany"),
  },
  {
    path: paths.stopStockAlerts,
    handle: { title: "Stop letters about parts" },
    lazy: page("stopStockAlerts"),
  },
  {
    path: paths.reset,
    handle: { title: "New password" },
    lazy: page("reset"),
  },
];
