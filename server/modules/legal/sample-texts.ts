import type { LegalPage } from "#contract/rules/legal-pages.ts";

/** With what an owner must fill in, in square brackets. */
export const sampleTexts: Record<LegalPage, string> = {
  terms: `These terms hold for all orders in this shop. Our contact details are in the imprint.

# 1. The contract
What the shop shows is an invitation to order. With the button “Order with obligation to pay” or “Place order” you make an offer. The contract is made when we confirm the order by e-mail, at the latest when we send the parts.

The text of your order and the version of these terms that it was made under are kept with the order, where you can read them at any time. The language of the contract is English.

# 2. Prices and payment
Prices are in US dollars and are those shown when you order. Taxes and the cost of delivery are shown before you order. You pay by card. We do not store card data: the card provider does.

Parts are held for you for a limited time while you pay. An order that is not paid within 14 days is closed.

# 3. Delivery
Where we deliver, what it costs and how long it takes is in “Delivery and returns”. If a part cannot be delivered, we tell you at once and return what you paid for it.

# 4. Parts that must fit
Where the shop says that a part fits your car, we answer for it: if it does not fit, you return it free of charge. Where the shop asks a question about your car, please answer it before you order.

# 5. Title
Goods stay ours until they are paid in full.

# 6. Right of withdrawal
Consumers may withdraw from the contract within 14 days: see “Right of withdrawal”.

# 7. Defects
The statutory rights hold for defects. Please tell us what is wrong, with a picture if you can, on the page of your order. Parts must be fitted by somebody who is trained for it; damage from wrong fitting is no defect.

# 8. Liability
We are liable without limit for intent and gross negligence, for injury to life, body or health, and under product liability law. For slight negligence we are liable only where an essential duty of the contract is broken, and then for the damage that could be foreseen. [Have this clause checked for your country.]

# 9. Disputes
The law of [country] applies. It does not take away the protection of the law of the country where you live as a consumer. We are neither obliged nor willing to take part in proceedings before a consumer arbitration board. [Or name the board.]`,

  privacy: `# Who is responsible
The company named in the imprint. [Name and address of your data protection officer, if you have one.]

# What we store, and why
- Your account: name, e-mail, and a password that nobody can read, so that you can sign in.
- Your orders: name, e-mail, phone, address, what you ordered and what you paid, to carry out the contract and because the law of trade and taxes wants it kept.
- Your profile, reviews, wish list and basket, as far as you fill them in.
- Protocols of technical faults and of attempts to break in, for a short time, to keep the shop safe.

# Who else sees it
- The card provider, to whom you give your card data yourself: [name and address].
- The carrier, who gets your address and phone to deliver.
- The company that runs our servers: [name and country].
We sell data to nobody and show no advertisements.

# Cookies
The shop sets cookies that it cannot do without: for your session, your basket, and to keep strangers out. There are none for statistics or advertising, so there is nothing to agree to.

# How long
Orders and invoices as long as the law demands, [10 years]. Your account until you delete it: you can do that yourself under Security. A basket that nobody opens is deleted after some weeks.

# Your rights
- To read what we have about you, and to take it with you: under Security, “Your data”.
- To have it corrected or deleted, as far as no law is against it.
- To object, and to complain to a supervisory authority: [name of the authority].
For all of this write to us; the address is in the imprint.`,

  withdrawal: `# Your right
If you are a consumer, you may withdraw from this contract within 14 days without giving a reason. The period ends 14 days after the day on which you, or somebody you named who is not the carrier, received the goods; of an order in several parcels, the last of them.

# How to withdraw
Tell us clearly that you withdraw, for example by the form “Withdraw from contract here”, by letter or by e-mail. The form needs no account: the number of the order and your e-mail are enough. We confirm at once by e-mail that your statement has arrived. It is in time if you send it before the period ends.

# What follows
We return all that you paid for the goods that you withdraw from, with the cost of our standard delivery, at the latest 14 days after your statement arrived, to the card with which you paid. We may wait until we have the goods back, or until you show that you sent them.

Send the goods back within 14 days of your statement to [address for returns]. [You bear the direct cost of sending them back.] Of parts that cannot go by post it is at most [amount].

You pay for a loss of value only if it comes from handling the goods in a way that was not needed to see what they are and how they work. Holding a part beside the old one is needed; fitting it and driving with it is not.

# When there is none
There is no right of withdrawal for goods that were made to your own specification, and for companies.`,

  "delivery-and-returns": `# Where we deliver
To the countries that the basket offers. What it costs goes by weight and place; the basket and the checkout show it, with the day of arrival, before you order. There are no costs besides, but duties and taxes of your country may be charged when a parcel crosses the border.

# When it arrives
Orders that are paid before the hour shown at the method of delivery leave the works on the same or the next working day. The day that we promise is on the page of your order.

# If something is wrong
- Damaged on the way: keep the carton, take a picture, and tell us within a few days.
- Not what you ordered, or defective: return it, we pay for the way back.
- It does not fit, although the shop said that it does: return it, we pay for the way back.
- You do not need it: return it within [30] days, unused and in its carton. [You pay for the way back.]

# How to return
Ask for the return on the page of your order: choose the part, how many pieces, and why. We answer within two working days. Put the number of the return into the parcel and send it to [address for returns]. When we have looked at the parts, we send your money back to the card with which you paid, or a part in place of it.

Consumers may withdraw within 14 days besides: see “Right of withdrawal”.`,

  imprint: `# Represented by
[Name of the managing director]

# Register
[Register court and number]

# Responsible for the content
[Name and address]

# Disputes of consumers
We are neither obliged nor willing to take part in proceedings before a consumer arbitration board. [Or name the board.]`,
};
