import { type CSSProperties, useMemo } from "react";
import { hasPage, type ListedScent } from "#contract/scent";
import { t } from "../../i18n/translate.ts";
import { LibraryLink, ScentLink } from "../../scent/links.tsx";
import { cutOf, portraitOf } from "../../scent/portrait.ts";
import ScentPortrait from "../../scent/ScentPortrait.tsx";

/** A portrait, and a line from each of its strokes to the note that it was painted from. */
export default function NamedPortrait({ scent }: { scent: ListedScent }) {
  const rows = useMemo(() => rowsOf(scent), [scent]);
  return (
    <>
      <ScentPortrait productId={scent.id} notes={scent} size="hero" />
      {[rows.filter(({ x }) => x < 0.4), rows.filter(({ x }) => x >= 0.4)].map((side, at) => (
        <ol key={at} className="list">
          {side.map(({ tier, note, x, y }, row) => {
            const place = { "--row": row + 0.5 - side.length / 2, "--x": x, "--y": y };
            return (
              <li key={`${tier} ${note.name}`} style={place as CSSProperties}>
                <LibraryLink
                  to={{ kind: "notes", name: note.name, id: hasPage(note) ? note.id : undefined }}
                />
                <small className="soft">{t(`shop.scent.tier.${tier}`)}</small>
              </li>
            );
          })}
        </ol>
      ))}
      <figcaption>
        <ScentLink id={scent.id}>{scent.name}</ScentLink>
        <span className="soft">{t("shop.scents.intro")}</span>
      </figcaption>
    </>
  );
}

/** Its notes by height, so that few lines cross; within the picture from 0 to 1. */
function rowsOf(scent: ListedScent) {
  const portrait = portraitOf(scent.id, scent);
  const [left = 0, top = 0, width = 1, height = 1] = cutOf(portrait, false).split(" ").map(Number);
  return portrait.washes
    .filter(({ ground }) => ground !== null)
    .flatMap(({ tier, position, centre: { x, y } }) => {
      const note = scent[tier][position]?.raw_material;
      return note ? [{ tier, note, x: (x - left) / width, y: (y - top) / height }] : [];
    })
    .toSorted((one, other) => one.y - other.y);
}
