import type { VehicleChange } from "#contract/vehicle-edits.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Done, Refused } from "./done.ts";
import { renameMake, renameModel } from "./rename.ts";
import { writeCar } from "./write-car.ts";
import { writeFact } from "./write-fact.ts";

export const writeChange = (tx: Queries, change: VehicleChange): Promise<Done | Refused> => {
  switch (change.what) {
    case "car":
      return writeCar(tx, change);
    case "make":
      return renameMake(tx, change);
    case "model":
      return renameModel(tx, change);
    case "fact":
      return writeFact(tx, change);
  }
};
