import { useState } from "react";
import { useShippingAddresses } from "../../api/addresses.ts";
import { useAuth } from "../../stores/auth.ts";

export type AddressTab = "saved" | "manual";

/** A typed address opens the manual tab; saved ones that arrive later do not change the tab. */
export function useAddressTab(address: string) {
  const isAuthenticated = useAuth((state) => state.isAuthenticated);
  const { data: saved = [] } = useShippingAddresses(isAuthenticated);
  const [tab, setTab] = useState<AddressTab>(() => {
    const isSaved = address === "" || saved.some((entry) => entry.address === address);
    return saved.length > 0 && isSaved ? "saved" : "manual";
  });
  return { tab, onTab: setTab, isListed: tab === "saved" && saved.length > 0 };
}
