/**
 * Pages drawn ahead hold slots for their texts: `\uE000` key (`\uE002` name `\uE003` value)* `\uE001`. The characters are of
 * Unicode's private use area, which no text of the shop contains and no HTML writer touches.
 */
const slotPattern = /\uE000([^\uE000-\uE003]+)((?:\uE002[^\uE000-\uE003]+\uE003[^\uE000-\uE003]*)*)\uE001/g;

/** What an information page says; its body is not a text but elements. */
export const titleKey = "info.title";
export const bodyKey = "info.body";

/** The slot of a text; its placeholders stay in it, so that whoever renders the text fills in the values. */
export function textSlot(key: string, text: string): string {
  const names = new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? ""));
  return `\uE000${key}${[...names].map((name) => `\uE002${name}\uE003{{${name}}}`).join("")}\uE001`;
}

/** `escaped` answers the text of a key, safe to stand in HTML. A value may itself be a text, so inner slots are filled first. */
export function fillSlots(html: string, escaped: (key: string) => string): string {
  const filled = html.replace(slotPattern, (_, key: string, values: string) => {
    const known = new Map(
      values
        .split("\uE002")
        .slice(1)
        .map((value) => value.split("\uE003") as [string, string]),
    );
    const text = escaped(key).replace(/[\uE000-\uE003]/g, "");
    // As the page's own renderer reads placeholders, odd ones too: the two must come out alike.
    return text.replace(/\{\{(.*?)\}\}/g, (_placeholder, name: string) => known.get(name.trim()) ?? "");
  });
  return filled === html ? filled : fillSlots(filled, escaped);
}
