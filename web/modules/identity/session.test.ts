import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import type { Person } from "#contract/identity.ts";
import { clearSession, readSession, setSessionCache, setSignedIn } from "./session.ts";

const person = (_id: string): Person => ({
  _id,
  email: `${_id}@example.com`,
  name: _id,
  img: "",
  hasPassword: true,
  emailVerified: true,
});

function cacheOf(user: Person): QueryClient {
  const client = new QueryClient();
  setSessionCache(client);
  setSignedIn(user);
  client.setQueryData(["parts", "newest"], ["a part"]);
  client.setQueryData(["sessions"], ["a session"]);
  client.setQueryData(["users", "all"], ["a user"]);
  return client;
}

const known = (client: QueryClient) =>
  client
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => queryKey[0])
    .sort();

it("whoever comes after a sign-out finds what is public, and nothing else", () => {
  const client = cacheOf(person("vera"));
  clearSession("/login");
  expect(known(client)).toEqual(["parts", "session"]);
  expect(readSession()).toEqual({ user: null, leaveTo: "/login" });
});

it("so does who signs in without a sign-out before", () => {
  const client = cacheOf(person("vera"));
  setSignedIn(person("omar"));
  expect(known(client)).toEqual(["parts", "session"]);
  expect(readSession()?.user?._id).toBe("omar");
});

it("the same person keeps what they have", () => {
  const client = cacheOf(person("vera"));
  setSignedIn({ ...person("vera"), role: "admin" });
  expect(known(client)).toEqual(["parts", "session", "sessions", "users"]);
});
