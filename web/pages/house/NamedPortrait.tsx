import { type CSSProperties, useMemo } from "react";
import { hasPage, type ListedScent } from "#contract/scent";
import { t } from "../../i18n/translate.ts";
import { LibraryLink, ScentLink } from "../../scent/links.tsx";
import { cutOf, portraitOf } from "../../scent/portrait.ts";
import ScentPortrait from "../../scent/ScentPortrait.tsx";

/** A portrait, and a line from each note's name to what was painted of it. */
export default function NamedPortrait({ scent }: { scent: ListedScent }) {
  const sides = useMemo(() => sidesOf(scent), [scent]);
  return (
    <>
      <ScentPortrait productId={scent.id} notes={scent} size="hero" />
      {sides.map((side, at) => (
        <ol key={at} className="list" start={1 + at * (sides[0]?.length ?? 0)}>
          {side.map(({ tier, to, place }) => (
            <li key={`${tier} ${to.name}`} style={place as CSSProperties}>
              <LibraryLink to={to} />
              <small className="soft">{t(`shop.scent.tier.${tier}`)}</small>
            </li>
          ))}
        </ol>
      ))}
      <figcaption>
        <ScentLink id={scent.id}>{scent.name}</ScentLink>
      </figcaption>
    </>
  );
}

/** Each note is reached where least is in the way, from a row at that height or the next free. */
function sidesOf(scent: ListedScent) {
  const portrait = portraitOf(scent.id, scent);
  const [left = 0, top = 0, width = 1, height = 1] = cutOf(portrait, false).split(" ").map(Number);
  const ends = portrait.washes.flatMap(({ tier, position, ground }) => {
    const note = scent[tier][position]?.raw_material;
    if (!note || ground === null) return [];
    const to = { kind: "notes" as const, name: note.name, id: hasPage(note) ? note.id : undefined };
    const ways = outlineOf(ground).flatMap(({ x, y }) =>
      [0, 1].map((side) => {
        const far = (at: number) => (side === 0 ? at - left : left + width - at);
        const past = portrait.washes.filter(({ box }) => y > box.top + 4 && y < box.bottom - 4);
        const hidden = past.map(({ box }) => far(x) - Math.min(far(box.left), far(box.right)));
        const cost = hidden.reduce((sum, some) => sum + 2 * Math.max(0, some), far(x));
        return { tier, to, side, x: far(x) / width, y: (y - top) / height, cost };
      }),
    );
    return ways.toSorted((one, other) => one.cost - other.cost).slice(0, 1);
  });
  return [0, 1].map((at) => {
    const rest = ends.filter(({ side }) => side === at).sort((one, other) => one.y - other.y);
    let row = -1;
    return [...rest].map((end, above, { length }) => {
      row = Math.min(Math.max(end.y, row + 1 / 12), 1 - (length - 1 - above) / 12);
      // All others begin and end below this line, so that none can cross it.
      const slope = ({ x, y }: typeof end) => (y - row) / (x + 0.03);
      const [next = end] = rest.sort((one, other) => slope(one) - slope(other)).splice(0, 1);
      return { ...next, place: { "--x": next.x, "--y": next.y, "--row": row } };
    });
  });
}

/** Points around what `pathOf` wrote. */
const outlineOf = (path: string) =>
  path.split("Z").flatMap((loop) => {
    let [x = 0, y = 0, ...steps] = (loop.match(/-?[\d.]+/g) ?? []).map(Number);
    return steps.flatMap((step, at) =>
      at % 4 === 2 ? [{ x: (x += step), y: (y += steps[at + 1] ?? 0) }] : [],
    );
  });
