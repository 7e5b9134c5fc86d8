/** What a finished perfume can be given: sizes, strengths, labels, wrappings. Prices are whole NT$ a bottle or kilogram. */
import type { DependencyRule } from "../wire.ts";
import * as pictures from "./addon-pictures.ts";
import { labelCategoryId } from "./ids.ts";
import type { Names } from "./raw-materials.ts";

interface Addon {
  id: string;
  name: Names;
  price: number;
  image?: string;
  scale?: number;
  /** The picture is scaled about it, and on a label the shopper's own words are centred there. Shares of the picture, 0–1. */
  focalPoint?: readonly [x: number, y: number];
}
export interface AddonGroup {
  id: string;
  /** The Chinese name is the one that the specification's logic knows. */
  name: Names;
  items: readonly Addon[];
}

/** Marks stand in the upper half of a label: the words are centred below. */
const trail = "<path d='M30 58c18-22 38 10 60-14' fill='none' stroke='#8a6a3c' stroke-width='2'/>";
const moon = "<circle cx='60' cy='36' r='14' fill='#e9c46a'/>";
const leaf =
  "<path d='M60 62c-20-6-22-26 0-34 22 8 20 28 0 34zm0 0V32' fill='none' stroke='#3f6b4f' stroke-width='2'/>";
const wave =
  "<path d='M14 42q12-12 23 0t23 0 23 0 23 0M14 52q12-12 23 0t23 0 23 0 23 0' fill='none' stroke='#40708a' stroke-width='2'/>";

/** Where each kind of picture lies in the preview; a bottle fills it. */
const besideTheBottle = { scale: 0.22, focalPoint: [1, 0.1] } as const;
const onTheBottle = { scale: 0.28, focalPoint: [0.5, 0.7] } as const;
const atItsFoot = { scale: 0.4, focalPoint: [1, 0.84] } as const;

export const addonGroups: readonly AddonGroup[] = [
  {
    id: "capacity",
    name: { zh: "容量", en: "Size", ja: "容量" },
    items: [
      {
        id: "capacity-roller-10",
        name: { zh: "10 ml 滾珠瓶", en: "10 ml roller", ja: "10ml ロールオン" },
        price: 0,
        image: pictures.rollerPicture,
        scale: 1,
      },
      {
        id: "capacity-spray-10",
        name: { zh: "10 ml 噴霧瓶", en: "10 ml spray", ja: "10ml スプレー" },
        price: 20,
        image: pictures.sprayPicture(0),
        scale: 1,
      },
      {
        id: "capacity-spray-30",
        name: { zh: "30 ml 噴霧瓶", en: "30 ml spray", ja: "30ml スプレー" },
        price: 180,
        image: pictures.sprayPicture(0.55),
        scale: 1,
      },
      {
        id: "capacity-spray-50",
        name: { zh: "50 ml 噴霧瓶", en: "50 ml spray", ja: "50ml スプレー" },
        price: 320,
        image: pictures.sprayPicture(1),
        scale: 1,
      },
      {
        id: "capacity-tin",
        name: { zh: "鋁罐分裝（營業用）", en: "Aluminium tin (trade)", ja: "アルミ缶（業務用）" },
        price: 60,
        image: pictures.tinPicture,
        scale: 1,
      },
    ],
  },
  {
    id: "concentration",
    name: { zh: "濃度", en: "Concentration", ja: "濃度" },
    items: [
      {
        id: "concentration-light",
        name: { zh: "淡雅（淡香水）", en: "Light (eau de toilette)", ja: "ライト（オードトワレ）" },
        price: 0,
        image: pictures.strengthPicture(0.25),
        ...besideTheBottle,
      },
      {
        id: "concentration-moderate",
        name: {
          zh: "適中（淡香精）",
          en: "Moderate (eau de parfum)",
          ja: "ミディアム（オードパルファム）",
        },
        price: 40,
        image: pictures.strengthPicture(0.5),
        ...besideTheBottle,
      },
      {
        id: "concentration-rich",
        name: { zh: "濃郁（香精）", en: "Rich (parfum)", ja: "リッチ（パルファム）" },
        price: 90,
        image: pictures.strengthPicture(0.85),
        ...besideTheBottle,
      },
      {
        id: "concentration-rich-oil",
        name: {
          zh: "濃郁（無酒精香油）",
          en: "Rich (oil, no alcohol)",
          ja: "リッチ（ノンアルコールオイル）",
        },
        price: 110,
        image: pictures.strengthPicture(0.85, true),
        ...besideTheBottle,
      },
    ],
  },
  {
    id: labelCategoryId,
    name: { zh: "標籤", en: "Label", ja: "ラベル" },
    items: [
      {
        id: "label-none",
        name: { zh: "素瓶，不貼標", en: "Bare glass, no label", ja: "ラベルなし" },
        price: 0,
      },
      {
        id: "label-trail",
        name: { zh: "香跡", en: "Sillage", ja: "香跡" },
        price: 15,
        image: pictures.labelPicture("#fbf7ef", "#2b2620", trail),
        ...onTheBottle,
      },
      {
        id: "label-moon",
        name: { zh: "月色", en: "Moonlight", ja: "月あかり" },
        price: 25,
        image: pictures.labelPicture("#22304a", "#e9c46a", moon),
        ...onTheBottle,
      },
      {
        id: "label-leaf",
        name: { zh: "葉脈", en: "Leaf", ja: "葉脈" },
        price: 25,
        image: pictures.labelPicture("#eef3ea", "#3f6b4f", leaf),
        ...onTheBottle,
      },
      {
        id: "label-wave",
        name: { zh: "海紋", en: "Wave", ja: "波紋" },
        price: 25,
        image: pictures.labelPicture("#eef4f7", "#40708a", wave),
        ...onTheBottle,
      },
    ],
  },
  {
    id: "packaging",
    name: { zh: "包裝", en: "Packaging", ja: "包装" },
    items: [
      {
        id: "packaging-none",
        name: { zh: "不需包裝", en: "No packaging", ja: "包装なし" },
        price: 0,
      },
      {
        id: "packaging-box",
        name: { zh: "牛皮紙盒", en: "Kraft box", ja: "クラフト箱" },
        price: 20,
        image: pictures.kraftPicture,
        ...atItsFoot,
      },
      {
        id: "packaging-cloth",
        name: { zh: "棉布束袋", en: "Cotton pouch", ja: "コットン巾着" },
        price: 35,
        image: pictures.clothPicture,
        ...atItsFoot,
      },
      {
        id: "packaging-hinoki",
        name: { zh: "檜木盒", en: "Hinoki box", ja: "檜の箱" },
        price: 160,
        image: pictures.hinokiPicture,
        ...atItsFoot,
      },
      {
        id: "packaging-crate",
        name: { zh: "營業用緩衝箱", en: "Padded trade crate", ja: "業務用緩衝箱" },
        price: 40,
        image: pictures.cratePicture,
        ...atItsFoot,
      },
      {
        id: "packaging-ribbon",
        name: {
          zh: "緞帶禮盒與手寫卡",
          en: "Ribboned box with a card",
          ja: "リボン箱と手書きカード",
        },
        price: 80,
        image: pictures.ribbonPicture,
        ...atItsFoot,
      },
    ],
  },
];

/** One of each kind: a trigger may be one item or any of its category, a target one item or a whole category. */
export const dependencyRules: readonly DependencyRule[] = [
  // A tin is filled and shipped bare: no label is stuck on it.
  rule("capacity", "capacity-tin", labelCategoryId, null, 0),
  // The crate is for tins.
  rule("capacity", "capacity-tin", "packaging", "packaging-crate", 1),
  rule("capacity", "capacity-tin", "packaging", "packaging-ribbon", 0),
  // Wrapping is asked for once there is something to wrap.
  rule("capacity", null, "packaging", null, 1),
  // A ribbon needs a label to go with.
  rule(labelCategoryId, null, "packaging", "packaging-ribbon", 1),
  // Oil does not go through a spray head.
  rule("concentration", "concentration-rich-oil", "capacity", "capacity-spray-10", 0),
  rule("concentration", "concentration-rich-oil", "capacity", "capacity-spray-30", 0),
  rule("concentration", "concentration-rich-oil", "capacity", "capacity-spray-50", 0),
];

function rule(
  trigger: string,
  triggerItem: string | null,
  target: string,
  targetItem: string | null,
  isVisible: 0 | 1,
): DependencyRule {
  return {
    trigger_category_id: trigger,
    trigger_item_id: triggerItem,
    target_category_id: target,
    target_item_id: targetItem,
    is_visible: isVisible,
  };
}
