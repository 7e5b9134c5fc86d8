import { Link } from "wouter";
import type { Part } from "#contract/library";
import { t } from "../i18n/translate.ts";
import { paths } from "../paths.ts";
import { FamilyDot } from "./FamilyDot.tsx";
import { Tiles } from "./Tiles.tsx";

/** For a place with `tiles.module.css`. */
export const Parts = ({ of }: { of: readonly Part[] }) =>
  of.map(({ title, family, links = [], scents = [], inci = "" }) => (
    <section key={title}>
      <h2>
        {family === undefined ? null : <FamilyDot family={family} />}
        {t(title, { count: scents.length, inci })}
      </h2>
      {links.length === 0 ? null : (
        <ul className="cluster">
          {links.map((link) => (
            <li key={link.id}>
              <Link href={paths.library(link)} className="tap">
                {link.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {scents.length === 0 ? null : <Tiles of={scents} />}
    </section>
  ));
