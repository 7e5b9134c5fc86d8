/** The first letter, then stars: `o**@example.test`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const name = Array.from(email.slice(0, at === -1 ? undefined : at));
  const domain = at === -1 ? "" : email.slice(at);
  return `${name[0] ?? ""}${"*".repeat(Math.max(name.length - 1, 3))}${domain}`;
}
