import type { ReactNode } from "react";
import { Link } from "wouter";
import { paths } from "../paths.ts";
import styles from "./scent.module.css";

export function ScentLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link href={paths.scent({ id })} className={styles.link}>
      {children}
    </Link>
  );
}

interface LibraryLinkProps {
  to: { kind: "notes" | "allergens"; id: string | undefined; name: string };
  className?: string;
}

/** To the page of a note or an allergen; its name alone where it has none, or the Worker links it. */
export const LibraryLink = ({ to: { id, ...to }, className }: LibraryLinkProps) =>
  id === undefined || import.meta.env.SSR ? (
    to.name
  ) : (
    <Link href={paths.library({ ...to, id })} className={className}>
      {to.name}
    </Link>
  );
