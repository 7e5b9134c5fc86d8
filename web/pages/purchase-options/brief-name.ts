/** "Light (eau de toilette)" is Light, and "30 ml spray" is 30 ml with a kind. */
export function briefly(name: string): { brief: string; kind: string } {
  const plain = name.replace(/\s*[（(][^（()）]*[）)]$/, "");
  const [, size, kind] = /^(\d{1,4}(?:\.\d)? ?ml)\s*(\S.*)$/i.exec(plain) ?? [];
  return { brief: size ?? (plain || name), kind: kind ?? "" };
}
