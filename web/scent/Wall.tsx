import { useMemo, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import type { Part } from "#contract/library";
import { useLibrary, useScents } from "../api/scents.ts";
import { formatNumber, locale, t } from "../i18n/translate.ts";
import { paths } from "../paths.ts";
import { LibraryLink } from "./links.tsx";
import { LazyPortrait } from "./ProductPortrait.tsx";
import { Tiles } from "./Tiles.tsx";
import { classNames } from "../ui/class-names.ts";
import fold from "../ui/fold.module.css";
import tiles from "./tiles.module.css";

/** What the library has at this address; null where it has nothing. */
export function useLibraryPage() {
  const [address] = useLocation();
  const scents = useScents().data?.data;
  const library = useLibrary();
  return useMemo(
    () => scents && library?.libraryPage(address.split("/").slice(2).join("/"), scents, locale),
    [address, scents, library],
  );
}

type WallProps = { parts: readonly Part[]; className?: string | undefined; children?: ReactNode };

/** Prerendered, a slot stands for the parts; the Worker puts in the same elements. */
export function Wall({ parts, className, children }: WallProps) {
  const slot = useScents().data?.data[0]?.name;
  return (
    <div className={classNames(tiles.tiles, tiles.wall, className)}>
      {children}
      {import.meta.env.SSR ? slot : parts.map((part, at) => <WallPart key={at} {...part} />)}
    </div>
  );
}

function WallPart({ title, family, texts = [], links = [], scents = [], ...part }: Part) {
  const values = { count: scents.length, ...part.values };
  const head = (
    <>
      {family === undefined ? null : (
        <img src={`/families.svg#${family ?? "unknown"}`} alt="" width="22" height="22" />
      )}
      {t(title, values)}
    </>
  );
  // The index folds, since all its names would fill many screens of a phone.
  const isFolded = family !== undefined && scents.length === 0 && !part.drawn;
  const Box = isFolded ? "details" : "section";
  const ofFamily = isFolded && family ? { className: "tap", href: paths.scents({ family }) } : null;
  return (
    <>
      {part.drawn === undefined ? null : (
        <span>
          <LazyPortrait productId={part.drawn.id} notes={part.drawn} size="hero" />
        </span>
      )}
      <Box className={isFolded ? fold.fold : undefined}>
        {isFolded ? (
          <summary>
            <h2>{head}</h2>
            <small>{formatNumber(links.length)}</small>
          </summary>
        ) : (
          <h2>{family ? <Link href={paths.scents({ family })}>{head}</Link> : head}</h2>
        )}
        {texts.map((text) => (
          <p key={text}>{t(text, values)}</p>
        ))}
        {links.length === 0 ? null : (
          <ul className="cluster">
            {links.map((link) => (
              <li key={link.id}>
                <LibraryLink to={link} className="tap" />
              </li>
            ))}
          </ul>
        )}
        {ofFamily ? <Link {...ofFamily}>{t("shop.house.family")}</Link> : null}
        {scents.length === 0 ? null : <Tiles of={scents} about={part.about} />}
      </Box>
    </>
  );
}
