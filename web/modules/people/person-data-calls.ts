import type { ShopPerson } from "#contract/people.ts";
import { personDataCalls } from "#contract/person-data.ts";
import { call } from "#web/app/call.ts";

export const readPersonData = ({ _id: id }: ShopPerson) =>
  call(personDataCalls.read, { params: { id } });

export const erasePerson = ({ _id: id }: ShopPerson, email: string) =>
  call(personDataCalls.erase, { params: { id }, body: { email } });
