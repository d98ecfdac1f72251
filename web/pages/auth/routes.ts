import type { PageRoute } from "#web/app/page.ts";
import { paths } from "#web/app/paths.ts";

export const authRoutes: PageRoute[] = [
  {
    path: paths.login,
    handle: {
      title: "Login",
    },
    lazy: async () => ({ Component: (await import("./login-page.tsx")).LoginPage }),
  },
  {
    path: paths.register,
    handle: { title: "Register" },
    lazy: async () => ({ Component: (await import("./register-page.tsx")).RegisterPage }),
  },
  {
    path: paths.forgotten,
    handle: { title: "Forgotten password" },
    lazy: async () => ({ Component: (await import("./forgotten-page.tsx")).ForgottenPage }),
  },
  {
    path: paths.verifyEmail,
    handle: { title: "Verify your e-mail" },
    lazy: async () => ({ Component: (await import("./verify-email-page.tsx")).VerifyEmailPage }),
  },
  {
    path: paths.changeEmail,
    handle: { title: "Change your e-mail" },
    lazy: async () => ({ Component: (await import("./change-email-page.tsx")).ChangeEmailPage }),
  },
  {
    path: paths.stockAlert,
    handle: { title: "Tell me when it is back" },
    lazy: async () => ({ Component: (await import("./stock-alert-page.tsx")).StockAlertPage }),
  },
  {
    path: paths.joinCompany,
    handle: { title: "Join a company" },
    lazy: async () => ({ Component: (await import("./join-company-page.tsx")).JoinCompanyPage }),
  },
  {
    path: paths.stopStockAlerts,
    handle: { title: "Stop letters about parts" },
    lazy: async () => ({
      Component: (await import("./stop-stock-alerts-page.tsx")).StopStockAlertsPage,
    }),
  },
  {
    path: paths.reset,
    handle: { title: "New password" },
    lazy: async () => ({ Component: (await import("./reset-page.tsx")).ResetPage }),
  },
];
