import { Banner } from "./banner.tsx";
import { Brands } from "./brands.tsx";
import { Statistics } from "./statistics.tsx";

export function AboveProducts() {
  return (
    <>
      <Banner />
      <Brands />
      <Statistics />
    </>
  );
}
