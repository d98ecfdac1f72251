/** Beside routes.ts, so that other pages do not load where each of these is. */
export const authPages = {
  login: async () => (await import("./login-page.tsx")).LoginPage,
  register: async () => (await import("./register-page.tsx")).RegisterPage,
  forgotten: async () => (await import("./forgotten-page.tsx")).ForgottenPage,
  verifyEmail: async () => (await import("./verify-email-page.tsx")).VerifyEmailPage,
  changeEmail: async () => (await import("./change-email-page.tsx")).ChangeEmailPage,
  stockAlert: async () => (await import("./stock-alert-page.tsx")).StockAlertPage,
  joinCompany: async () => (await import("./join-company-page.tsx")).JoinCompanyPage,
  stopStockAlerts: async () => (await import("./stop-stock-alerts-page.tsx")).StopStockAlertsPage,
  reset: async () => (await import("./reset-page.tsx")).ResetPage,
};
