import { leadingNotes, noteSeparator, type ListedScent } from "#contract/scent";
import { useNear } from "../ui/use-near.ts";
import { LazyPortrait } from "./ProductPortrait.tsx";
import { ScentLink } from "./links.tsx";

interface TilesProps {
  of: readonly ListedScent[];
  hasLines?: boolean;
  /** Notes that are named first. */
  about?: readonly string[] | undefined;
}

/** For a place with `tiles.module.css`. */
export const Tiles = ({ of, ...shown }: TilesProps) => (
  <ul className="list">
    {of.map((scent) => (
      <Tile key={scent.id} scent={scent} {...shown} />
    ))}
  </ul>
);

/** A fragrance's portrait, which is painted as it comes near, its name and its notes. */
function Tile({ scent, hasLines, about }: Omit<TilesProps, "of"> & { scent: ListedScent }) {
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
          {hasLines && line !== null ? <p>{line}</p> : null}
          <small>
            {leadingNotes(scent, about).map(({ name: note, isAbout }, at) => (
              <span key={note}>
                {at === 0 ? null : <span>{noteSeparator}</span>}
                {isAbout ? <mark>{note}</mark> : note}
              </span>
            ))}
          </small>
        </div>
      </ScentLink>
    </li>
  );
}
