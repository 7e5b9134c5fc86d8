/** Words that mean several raw materials at once, and the allergens that labels declare. */
import type { RawMaterialId } from "../../data/raw-materials.ts";
import { concept, type Concept } from "../concepts.ts";

const musks: readonly RawMaterialId[] = ["white-musk", "skin-musk", "ambrette", "cashmeran", "clean-cotton", "ambroxan"];

export const groupConcepts: readonly Concept[] = [
  concept("note", "musk", "麝香|麝", "musk|musks|musck", "ムスク|麝香|じゃこう", {
    notes: musks,
    families: { musky: 1 },
    without: { families: ["musky"] },
  }),
  concept(
    "note",
    "nuts",
    "堅果|花生|核桃|開心果|堅果香|腰果",
    "nuts|nut|nutty|peanut|peanuts|walnut|pistachio|tree nuts|pecan|cashew",
    "ナッツ|木の実|ピーナッツ|くるみ|ピスタチオ|落花生",
    {
      notes: ["almond", "hazelnut", "chestnut", "tonka-bean"],
      families: { gourmand: 1 },
      without: { notes: ["almond", "hazelnut", "chestnut", "coconut", "sesame"], allergen: "nut" },
    },
  ),
  concept(
    "note",
    "white-flowers",
    "白花|白色花|白色花朵|白花類|白花系|白花香|濃烈的花|白花調",
    "white flowers|white flower|white florals|white floral|white blossom|white blossoms|heady flowers|indolic",
    "白い花|白い花々|白い花の香り|白花|ホワイトフローラル|ホワイトフラワー|濃厚な花",
    {
      notes: ["jasmine", "tuberose", "gardenia", "white-champaca", "orange-blossom", "ginger-lily", "magnolia"],
      families: { floral: 1 },
      without: {
        notes: [
          "jasmine",
          "tuberose",
          "gardenia",
          "white-champaca",
          "orange-blossom",
          "neroli",
          "ginger-lily",
          "magnolia",
          "ylang-ylang",
          "lily",
          "jasmine-tea",
        ],
      },
    },
  ),
  concept("note", "stone-fruits", "核果", "stone fruits", "ストーンフルーツ", {
    notes: ["peach", "apricot", "ume"],
    families: { fruity: 1 },
  }),
  concept("note", "conifers", "針葉|針葉樹", "conifers|coniferous|pine resin", "針葉|常緑樹", {
    notes: ["pine", "fir-balsam", "cypress", "hinoki", "cedarwood"],
    families: { woody: 1 },
  }),
];

export const allergenConcepts: readonly Concept[] = [
  concept("allergen", "limonene", "檸烯|檸檬烯", "limonene", "リモネン", { without: { allergen: "limonene" } }),
  concept("allergen", "linalool", "芳樟醇|沉香醇", "linalool", "リナロール", { without: { allergen: "linalool" } }),
  concept("allergen", "citral", "檸檬醛", "citral", "シトラール", { without: { allergen: "citral" } }),
  concept("allergen", "geraniol", "香葉醇", "geraniol", "ゲラニオール", { without: { allergen: "geraniol" } }),
  concept("allergen", "citronellol", "香茅醇", "citronellol", "シトロネロール", { without: { allergen: "citronellol" } }),
  concept("allergen", "eugenol", "丁香酚", "eugenol", "オイゲノール", { without: { allergen: "eugenol" } }),
  concept("allergen", "coumarin", "香豆素", "coumarin", "クマリン", { without: { allergen: "coumarin" } }),
  concept("allergen", "cinnamal", "肉桂醛", "cinnamal|cinnamaldehyde", "シンナマール|桂皮アルデヒド", {
    without: { allergen: "cinnamal" },
  }),
  concept("allergen", "farnesol", "法尼醇", "farnesol", "ファルネソール", { without: { allergen: "farnesol" } }),
  concept("allergen", "benzyl-benzoate", "苯甲酸苄酯", "benzyl benzoate", "安息香酸ベンジル", {
    without: { allergen: "benzyl-benzoate" },
  }),
  concept("allergen", "benzyl-salicylate", "水楊酸苄酯", "benzyl salicylate", "サリチル酸ベンジル", {
    without: { allergen: "benzyl-salicylate" },
  }),
  concept("allergen", "ionone", "紫羅蘭酮", "ionone|methyl ionone|ionones", "イオノン", { without: { allergen: "ionone" } }),
];
