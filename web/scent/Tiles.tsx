import { leadingNotes, noteSeparator } from "#contract/families";
import type { ListedScent } from "#contract/scent";
import { useNear } from "../ui/use-near.ts";
import { LazyPortrait } from "./ProductPortrait.tsx";
import { ScentLink } from "./ScentLink.tsx";

interface TilesProps {
  of: readonly ListedScent[];
  hasLines?: boolean;
}

/** For a place with `tiles.module.css`. */
export const Tiles = ({ of, hasLines = false }: TilesProps) => (
  <ul className="list">
    {of.map((scent) => (
      <Tile key={scent.id} scent={scent} hasLine={hasLines} />
    ))}
  </ul>
);

/** A fragrance's portrait, which is painted as it comes near, its name and its notes. */
function Tile({ scent, hasLine }: { scent: ListedScent; hasLine: boolean }) {
  const [place, isNear] = useNear<HTMLSpanElement>();
  const { id, name, line } = scent;
  return (
    <li>
      <ScentLink id={id}>
        <span ref={place}>
          {isNear ? (
            <LazyPortrait productId={id} notes={scent} size="card" />
          ) : (
            <svg viewBox="0 0 200 230" aria-hidden="true" focusable="false" />
          )}
        </span>
        <div>
          <b>{name}</b>
          {hasLine && line !== null ? <p>{line}</p> : null}
          <small>{leadingNotes(scent).join(noteSeparator)}</small>
        </div>
      </ScentLink>
    </li>
  );
}
