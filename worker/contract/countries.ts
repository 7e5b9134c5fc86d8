/** The countries that a member can register from. */
export const dialCodes = {
  TW: "+886",
  JP: "+81",
  CN: "+86",
  HK: "+852",
  MO: "+853",
  SG: "+65",
  KR: "+82",
  MY: "+60",
  TH: "+66",
  ID: "+62",
  PH: "+63",
  VN: "+84",
  US: "+1",
  CA: "+1",
  GB: "+44",
  FR: "+33",
  DE: "+49",
  IT: "+39",
  ES: "+34",
  AU: "+61",
  NZ: "+64",
  IN: "+91",
} as const;
export type CountryCode = keyof typeof dialCodes;
export const countryCodes = Object.keys(dialCodes) as [CountryCode, ...CountryCode[]];
