/** Allergens as a label or a doctor spells them. */
import type { Allergen, Names } from "../../data/raw-materials.ts";

export const allergenWords: Partial<Record<Allergen, Names>> = {
  limonene: { zh: "檸烯|檸檬烯", en: "limonene", ja: "リモネン" },
  linalool: { zh: "芳樟醇|沉香醇", en: "linalool", ja: "リナロール" },
  citral: { zh: "檸檬醛", en: "citral", ja: "シトラール" },
  geraniol: { zh: "香葉醇", en: "geraniol", ja: "ゲラニオール" },
  citronellol: { zh: "香茅醇", en: "citronellol", ja: "シトロネロール" },
  eugenol: { zh: "丁香酚", en: "eugenol", ja: "オイゲノール" },
  coumarin: { zh: "香豆素", en: "coumarin", ja: "クマリン" },
  cinnamal: { zh: "肉桂醛", en: "cinnamal|cinnamaldehyde", ja: "シンナマール|桂皮アルデヒド" },
  farnesol: { zh: "法尼醇", en: "farnesol", ja: "ファルネソール" },
  "benzyl-benzoate": { zh: "苯甲酸苄酯", en: "benzyl benzoate", ja: "安息香酸ベンジル" },
  "benzyl-salicylate": { zh: "水楊酸苄酯", en: "benzyl salicylate", ja: "サリチル酸ベンジル" },
  ionone: { zh: "紫羅蘭酮", en: "ionone|methyl ionone", ja: "イオノン" },
};
