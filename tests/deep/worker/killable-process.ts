/** A shop that can be killed: its databases are in the folder that is named. */
import { openDoor } from "../../support/door.ts";
import { startShop } from "../../support/shop.ts";

const shop = await startShop({ main: "tests/support/hostile-shop.mjs", kept: process.argv[2] });
const { url, door } = await openDoor(shop);
process.send?.({ url, door });
