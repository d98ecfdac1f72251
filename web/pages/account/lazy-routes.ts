/** Beside routes.ts, so that visitors do not load where each page of an account is. */
export const accountPages = {
  dashboard: async () => (await import("./my-profile-page.tsx")).MyProfilePage,
  myOrder: async () => (await import("./my-order-page.tsx")).MyOrderPage,
  askReturn: async () => (await import("./ask-return-page.tsx")).AskReturnPage,
  addReview: async () => (await import("./add-review-page.tsx")).AddReviewPage,
  updateProfile: async () => (await import("./update-profile-page.tsx")).UpdateProfilePage,
  security: async () => (await import("./security-page.tsx")).SecurityPage,
  cards: async () => (await import("./cards-page.tsx")).CardsPage,
  deposits: async () => (await import("./deposits-page.tsx")).DepositsPage,
  company: async () => (await import("./company-page.tsx")).CompanyPage,
  order: async () => (await import("./order-page.tsx")).OwnOrderPage,
  garageCar: async () => (await import("./garage-car-page.tsx")).GarageCarPage,
  payment: async () => (await import("./payment-page.tsx")).PaymentPage,
  manageProducts: async () => (await import("./manage-products-page.tsx")).ManageProductsPage,
};
