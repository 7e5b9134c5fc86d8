/** Products, their notes, and options of finished products (account 3 and 7, shop 3). */

interface DocumentedProduct {
  /** The number printed on labels. */
  product_id: string;
  product_name: string;
}
/** Beyond the documents. */
interface ProductAdditions {
  /** The key in paths. */
  id: string;
  description: string;
  intensity: "light" | "moderate" | "rich";
  longevity_hours: number;
  seasons: readonly ("spring" | "summer" | "autumn" | "winter")[];
}
export type Product = DocumentedProduct & ProductAdditions;

/** Ours: no document names the families. */
export const noteFamilies = [
  "citrus",
  "fruity",
  "green",
  "aquatic",
  "herbal",
  "floral",
  "spicy",
  "tea",
  "woody",
  "resinous",
  "gourmand",
  "musky",
] as const;
export type NoteFamily = (typeof noteFamilies)[number];

interface DocumentedRawMaterial {
  name: string;
}
/** Beyond the documents. `volatility` 0–1: how fast it leaves the skin (1 is a fleeting citrus). */
interface RawMaterialAdditions {
  id: string;
  family: NoteFamily;
  volatility: number;
}
export interface Note {
  /** Beyond the documents, 0–1: its share of the formula. */
  share: number;
  raw_material: DocumentedRawMaterial & RawMaterialAdditions;
}

interface DocumentedProductNotes {
  top: Note[];
  middle: Note[];
  back: Note[];
}
/** Beyond the documents. */
interface ProductNotesAdditions {
  product_id: string;
}
export type ProductNotes = DocumentedProductNotes & ProductNotesAdditions;

export interface AddonCategory {
  id: string;
  name: string;
  display_order: number;
  items: {
    id: string;
    name: string;
    price: number;
    image: string | null;
    scale: number | null;
    focal_point_x: number | null;
    focal_point_y: number | null;
    category_display_order: number;
  }[];
}

/** A null trigger item means any choice, a null target item the whole category. */
export interface DependencyRule {
  trigger_category_id: string;
  trigger_item_id: string | null;
  target_category_id: string;
  target_item_id: string | null;
  is_visible: 0 | 1;
}

export const userTypes = ["ENTERPRISE", "PERSONAL_JAR", "PERSONAL_PAPER"] as const;
export type UserType = (typeof userTypes)[number];

export interface ReorderSetting {
  id: string;
  user_type: UserType;
  use_purchase_options_page: boolean;
}

export interface PricingTier {
  mini_buy_amount: number;
  unit_price: number;
}
