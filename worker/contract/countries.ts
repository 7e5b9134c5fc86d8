/** Where members may live, with the codes to call them by. */
import dialCodes from "./countries.json" with { type: "json" };

export { dialCodes };
export type CountryCode = keyof typeof dialCodes;
export const countryCodes = Object.keys(dialCodes) as [CountryCode, ...CountryCode[]];
