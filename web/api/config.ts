import { shopConfig } from "#contract/config";
import { once, useRead } from "./read.ts";

export const useShopConfig = () => useRead("/config", shopConfig, once);
