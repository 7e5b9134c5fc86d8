import { useMemo } from "react";
import { useLocation } from "wouter";
import type { Layers, NoteFamily } from "#contract/product";
import ScentPortrait from "./ScentPortrait.tsx";
import { noteOf } from "./sample-notes.ts";

const shares = [0.18, 0.1, 0.26, 0.12, 0.2, 0.14];
const volatilities = [0.95, 0.8, 0.5, 0.55, 0.15, 0.1];

/** Two materials of each tier, each with its family; the third is the subject. */
function still(written: string): Layers {
  const notes = written.split(" ").map((one, at) => {
    const [family, id] = one.split(":") as [NoteFamily, string];
    return noteOf(family, shares[at] ?? 0, volatilities[at] ?? 0, id);
  });
  return { top: notes.slice(0, 2), middle: notes.slice(2, 4), back: notes.slice(4) };
}

const atTheDoor =
  "citrus:yuzu herbal:shiso tea:jasmine-tea floral:osmanthus woody:cedarwood resinous:amber";
const stills: Readonly<Record<string, string>> = {
  register:
    "green:bamboo-leaf fruity:raspberry floral:peony tea:green-tea musky:ambrette woody:sandalwood",
  "forgot-password":
    "citrus:lemon herbal:lavender floral:iris musky:skin-musk resinous:benzoin gourmand:vanilla",
  "otp-verification":
    "citrus:sudachi aquatic:morning-dew floral:lotus green:bamboo woody:driftwood aquatic:sea-salt",
  "change-password":
    "citrus:grapefruit spicy:pink-pepper fruity:fig spicy:cinnamon resinous:frankincense woody:birch",
  "payment-result":
    "fruity:white-grape citrus:mandarin floral:rose spicy:saffron resinous:myrrh woody:sandalwood",
  profile: "citrus:kumquat green:ivy floral:magnolia tea:oolong woody:hinoki resinous:labdanum",
  cart: "citrus:bergamot fruity:blackberry fruity:pear green:fig-leaf woody:pine musky:clean-cotton",
  orders:
    "citrus:yuzu floral:osmanthus fruity:persimmon spicy:star-anise gourmand:chestnut woody:cypress",
};

export default function SidePortrait() {
  const [, , screen = ""] = useLocation()[0].split("/");
  const written = stills[screen];
  const seed = `sillage-at-the-door${written ? screen : ""}`;
  const notes = useMemo(() => still(written ?? atTheDoor), [written]);
  return <ScentPortrait productId={seed} notes={notes} size="hero" tintsPage />;
}
