// Fills a shop that is empty, and ends: what that takes, the shop itself need not keep in memory.
import { connect } from "#server/database/connect.ts";
import { fillIfEmpty } from "./fill.ts";

const { DATABASE_URL = "", DATA_DIR = "" } = process.env;
const connection = connect(DATABASE_URL, { most: 1 });
await fillIfEmpty(connection, DATA_DIR);
await connection.close();
