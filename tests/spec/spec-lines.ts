// Every statement of sections 2, 4, 5, 6 (roles), 8 and 9 of the specification, under a number of
// ours. The title of a test that proves some of them begins with their numbers: "[§2.1 §2.2] …".
// A number is never given to another statement.
export const specLines: Record<string, string> = {
  // Screens and routes
  "§2.1": '/: banner with a welcome line, the tagline "The best Automotive shop" and a paragraph',
  "§2.2": '/: a "Get Started" button with no behaviour',
  "§2.3": "/: a brands carousel of brand images",
  "§2.4": "/: a statistics banner",
  "§2.5": "/: a Products section",
  "§2.6": "/: a reviews carousel",
  "§2.7": '/: an "Our Team" section',
  "§2.8": "/login: e-mail and password login",
  "§2.9": '/login: a "continue with Google" option',
  "§2.10": "/login: a link to /register",
  "§2.11": "/register: sign-up with name, e-mail and password",
  "§2.12": '/register: a "continue with Google" option',
  "§2.13": "/register: a link to /login",
  "§2.14": "/blog: six question cards on React and JavaScript topics",
  "§2.15": "/contact: a postal address in Dhaka",
  "§2.16": "/contact: three helpline numbers",
  "§2.17": '/product: "All Products", a grid of part cards',
  "§2.18": "/product: 3 columns on medium screens and wider",
  "§2.19": "/product: a loading indicator while fetching",
  "§2.20": '/about: "Our Motto", a page of text',
  "§2.21": "/about: claims a 40% market share",
  "§2.22": 'anything else: a 404 page, a large red "404"',
  "§2.23": "/: other sections besides",
  // Home page details
  "§2.24": "statistics: Sell Products 120M+, Customers 1K+, Reviews 33K+, Parts 200+",
  "§2.25": 'the section is titled "Products" and shows 6 part cards',
  "§2.26": "they stand in 3 columns on medium screens and wider",
  "§2.27": 'while loading, a full-screen "Loading..." indicator',
  "§2.28": "each card shows the image, name and description",
  "§2.29":
    'each card: "minimum Quantity", "Availabl Quantity", "Price : $" with the note "(per piece)"',
  "§2.30": "each card: a Purchase button that goes to /purchase/:id, the part's _id",
  "§2.31": "Our Team: three members with name, position and img, in 3 columns on medium and wider",
  "§2.32": "Our Team: Co-Manneger, Product-Manneger and Sells-Manneger, spelled so",
  "§2.33": "reviews carousel: 3 slides per view, 50 px spacing",
  "§2.34": "reviews carousel: navigation arrows, clickable pagination",
  "§2.35": "each review: name, img, description, and the rating as filled stars out of 5",
  // Navbar and footer
  "§2.36": "navbar: Home, Products, About, Blog, Contact Us, and Login when signed out",
  "§2.37": "navbar: Dashboard only when signed in, and Sign Out then",
  "§2.38": "footer: a company line, that it has existed since 2012",
  "§2.39": "footer: a copyright with the current year",
  "§2.40": "footer: social icons with empty links",
  // Protected routes
  "§2.41":
    "/purchase/:id: image, name, id, minimum quantity, available quantity, price, description",
  "§2.42": "/purchase/:id: with an order form",
  "§2.43": '/dashboard: a layout titled "Welcome to your Dashboard", side menu and nested pages',
  "§2.44": "menu: My Profile, /dashboard, to everyone",
  "§2.45": "menu: My Order, /dashboard/myOrder, to non-admins",
  "§2.46": "menu: Add Review, /dashboard/addReview, to non-admins",
  "§2.47": "menu: Manage All Orders, /dashboard/manageAllOrders, to admins",
  "§2.48": "menu: Add A Product, /dashboard/addProduct, to admins",
  "§2.49": "menu: Make Admin, /dashboard/makeAdmin, to admins",
  "§2.50": "menu: Manage Products, /dashboard/manageProducts, to admins",
  "§2.51": "/dashboard/payment/:id: the payment page for one order",
  "§2.52": "/dashboard/updateProfile: a nested page",
  "§2.53":
    "any signed-in user can open the index, myOrder, addReview, updateProfile, payment/:id and " +
    "manageProducts",
  "§2.54": "makeAdmin, addProduct and manageAllOrders additionally require the admin check",
  // Dashboard screens
  "§2.55": "My Profile: avatar, name, email, education, location, number, Update Profile button",
  "§2.56": "Update Profile: name and email are shown but disabled",
  "§2.57": "Update Profile: editable are education, location, number and a profile picture file",
  "§2.58": "Add Your Review: name, rating (number) and description, and a Submit button",
  "§2.59":
    "My Order: Product Name, Email, Number, Quantity, Total Price, Payment, Delete, in this order",
  "§2.60": "Payment: greets the customer by name and product name",
  "§2.61": 'Payment: "Please Pay: $" with the total',
  "§2.62": "Payment: a card form with a Pay button",
  "§2.63": 'Payment: after it, "Your Transition id" followed by the transaction id',
  "§2.64":
    "Manage All Orders: Product Name, Name, Email, Number, Quantity, Total Price, Payment, Delete",
  "§2.65": "Manage All Orders: the Payment and Delete buttons have no behaviour",
  "§2.66": "Manage Products: no, Product Name, Minimum Quantity, Availabl Quantity, Price, Delete",
  "§2.67": "Make Admin: a table of users with no, Email, Admin, Delete",
  "§2.68": 'Add A Product: titled "Add A New Product", subheading "Product Information"',
  "§2.69":
    "Add A Product: one form with name, img, description (long text), minimumQuantity, " +
    'availablQuantity and price (labelled "Per Price")',
  "§2.70": "Add A Product: all numeric fields typed as numbers",
  "§2.71": 'Add A Product: a submit button "Add Product"',

  // States and transitions
  "§4.1": "session: signed out, then signed in by email/password",
  "§4.2": "session: or by Google",
  "§4.3":
    "on sign-in the client registers the user by email with the server and stores the returned " +
    "token as accessToken",
  "§4.4": "then it redirects to the page the user came from",
  "§4.5": "or to /dashboard by default",
  "§4.6": "Sign Out ends the session and removes the stored token",
  "§4.7": "protected route: a loading indicator while authentication is loading",
  "§4.8": "protected route: with no user, to /login, remembering the origin page",
  "§4.9": "admin-guarded route: who is no admin is signed out and redirected to /login",
  "§4.10": "order: unpaid, then paid after a card confirmation followed by the order update",
  "§4.11": "the Payment button shows only when the order has a total and is not paid",
  "§4.12": 'the text "Paid" shows when paid',
  "§4.13": "a user becomes admin through Make Admin",
  "§4.14": "the button is hidden for users already admin",
  "§4.15": "product lists: loading, then loaded",
  "§4.16": "lists re-fetch continuously",
  "§4.17": 'Add product: the toast "Order Success", and the form is cleared',
  "§4.18": 'Purchase: the toast "Order Success", and the form is cleared',

  // Validation rules
  "§5.1": 'login email: required ("Email is Required")',
  "§5.2": 'login email: must match an email pattern ("Provide a valid Email")',
  "§5.3": 'login password: required ("Password is Required")',
  "§5.4": 'login password: at least 6 characters ("Must be 6 characters or longer")',
  "§5.5": 'register name: required ("Name is Required")',
  "§5.6": 'register email: required ("Email is Required")',
  "§5.7": 'register password: required ("Password is Required")',
  "§5.8": 'register password: at least 6 characters ("Must be 6 characters or longer")',
  "§5.9": "purchase quantity: defaults to minimumQuantity",
  "§5.10":
    "purchase quantity: strictly greater than minimumQuantity and strictly less than " +
    "availablQuantity, so the minimum itself is rejected",
  "§5.11": "otherwise an error toast states the minimum quantity and the available limit",
  "§5.12": "purchase form: name, email, product name and per-price fields are read-only",
  "§5.13": "purchase form: phone and address have no validation",
  "§5.14": "Update Profile: the image upload must succeed, otherwise nothing is saved",
  "§5.15": "Update Profile: success is judged by whether the server returns an insertedId",
  "§5.16": 'deleting a user asks for confirmation with "Are you sure?"',
  "§5.17": 'deleting a product asks for confirmation with "Are you sure?"',
  "§5.18": 'deleting an order asks for confirmation with "Are you sure?"',
  "§5.19": "Add Review has no required, min or max rules",
  "§5.20": "the Update Profile fields have no required, min or max rules",
  "§5.21": "Add Product has no required, min or max rules",

  // Roles and permissions
  "§6.1": "visitor: home, login, register, blog, contact, product, about",
  "§6.2":
    "signed-in user: additionally /purchase/:id and the pages for profile, own orders, review, " +
    "payment, update profile and manage products",
  "§6.3": "admin: additionally Manage All Orders, Add A Product and Make Admin",
  "§6.4": "admin menu items show only to admins; non-admins see the customer items",
  "§6.5":
    "admin status is asked of the server by the signed-in user's email, with the stored token",
  "§6.6": "My Order: a 401 or 403 signs the user out, clears the stored token and redirects to /",
  "§6.7": 'a 403 on make-admin shows "Failed to make an admin"',

  // The error catalogue, and what is said of success
  "§8.1": 'login failure: "Error: " followed by the failure message, in red',
  "§8.2": 'register failure: "Error: " followed by the failure message, in red',
  "§8.3": "purchase quantity out of bounds: a toast naming both limits",
  "§8.4": '403 on make-admin: "Failed to make an admin"',
  "§8.5": 'no insertedId on profile save: "Faild to Update Your Profile"',
  "§8.6": "card error: a toast with the provider's message",
  "§8.7": 'unknown route: a large red "404"',
  "§8.8": '"Successfully made an admin"',
  "§8.9": '"Deleted Success", of a user, a product and an order',
  "§8.10": '"Add A Review"',
  "§8.11": '"Your Payment success"',
  "§8.12": '"Update Your Profile"',
  "§8.13": '"Order Success" after an order',
  "§8.14": '"Order Success" after adding a product',

  // Business constants and limits
  "§9.1": "password minimum: 6 characters",
  "§9.2":
    "purchase quantity: strictly between minimumQuantity and availablQuantity; default is minimum",
  "§9.3": "order total is unit price times quantity; currency is dollars",
  "§9.4": "rating scale: 5 stars",
  "§9.5": "the home page shows at most 6 products, the newest",
  "§9.6": "product, team and product-list grids have 3 columns on medium screens and wider",
  "§9.7": "reviews carousel: 3 slides per view, spacing 50",
  "§9.8": "default route after login: /dashboard",
  "§9.9": "statistics: 120M+ sold products, 1K+ customers, 33K+ reviews, 200+ parts",
  "§9.10": "the company exists since 2012",
  "§9.11": "claimed market share: 40%",
};
