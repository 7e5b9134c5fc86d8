/** Seeds an empty database on the first request; every statement may be repeated. */
import { eq } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import type { App, Database } from "./app.ts";
import { findProduct } from "./catalogue.ts";
import castData from "./data/cast.json" with { type: "json" };
import { descriptionQuestionId, surveyId } from "./data/survey.ts";
import { phoneKeyOf, type NewMember } from "./store/members.ts";
import { newOrderNumber } from "./store/place-order.ts";
import {
  members,
  orderItems,
  orders,
  recommendations,
  settings,
  shippingAddresses,
  surveyResponses,
} from "./store/schema.ts";

/** Everybody's password is hashed in the file already. Ages count from the moment of seeding. */
interface Cast {
  members: readonly (Omit<NewMember, "id" | "phoneKey" | "createdAt"> & {
    id: string;
    addresses: readonly string[];
  })[];
  /** A quiz that an order came from, with the products that were recommended. */
  responses: readonly {
    id: string;
    memberId: string;
    personalOption: "JAR" | "SAMPLE_PAPER" | null;
    daysAgo: number;
    /** Option ids by question id. */
    choices: Readonly<Record<string, readonly string[]>>;
    wish: string;
    productIds: readonly string[];
    aiResponse: string;
  }[];
  orders: readonly {
    id: string;
    memberId: string;
    status: string;
    daysAgo: number;
    responseId?: string;
    items: readonly {
      type: "SAMPLE" | "FINISHED_PRODUCT";
      unit: "JAR" | "SAMPLE_PAPER" | "BOTTLE" | "LARGE_JAR_KG";
      productIds: readonly string[];
      amount: number;
      price: number;
      concentration?: string;
      labelText?: string;
    }[];
  }[];
}
const cast = castData as unknown as Cast;

const settingName = "seed_version";
const seedVersion = "1";
const dayMilliseconds = 24 * 3600_000;
const seededDatabases = new WeakSet<D1Database>();

/** Requests each check for themselves: one must not await another request's promise in a Worker. */
export const seeded = createMiddleware<App>(async (c, next) => {
  if (!seededDatabases.has(c.env.DB)) {
    const { db, now } = c.get("deps");
    await seedOnce(db, now);
    seededDatabases.add(c.env.DB);
  }
  await next();
});

async function seedOnce(db: Database, now: number): Promise<void> {
  const [known] = await db.select().from(settings).where(eq(settings.name, settingName));
  if (known) return;
  await db.batch([
    db.insert(settings).values({ name: settingName, value: seedVersion }).onConflictDoNothing(),
    ...cast.members.flatMap((person) => seedMember(db, person, now)),
    ...cast.responses.flatMap((response) => seedResponse(db, response, now)),
    ...cast.orders.flatMap((order) => seedOrder(db, order, now)),
  ]);
}

const before = (now: number, days: number) => Math.round(now - days * dayMilliseconds);

function seedMember(db: Database, { addresses, ...person }: Cast["members"][number], now: number) {
  const phoneKey = phoneKeyOf(person.countryCode, person.phone);
  const saved = addresses.map((address, place) => ({
    id: `address-${person.id}-${place + 1}`,
    memberId: person.id,
    address,
    createdAt: before(now, 150 - place),
  }));
  return [
    db
      .insert(members)
      .values({ ...person, phoneKey, createdAt: before(now, 200) })
      .onConflictDoNothing(),
    ...saved.map((row) => db.insert(shippingAddresses).values(row).onConflictDoNothing()),
  ];
}

function seedResponse(db: Database, response: Cast["responses"][number], now: number) {
  const { id, memberId, personalOption, choices, wish, productIds, aiResponse } = response;
  const createdAt = before(now, response.daysAgo);
  const chosen = Object.entries(choices).map(([question, options]) => ({
    question_id: question,
    option_ids: [...options],
    answer_text: null,
  }));
  const described = { question_id: descriptionQuestionId, option_ids: [], answer_text: wish };
  const answers = [...chosen, described];
  const recommended = productIds.map((productId, place) => ({
    id: `${id}-${place + 1}`,
    responseId: id,
    productId,
    reason: wish,
    order: place + 1,
    aiResponse,
    createdAt,
  }));
  return [
    db
      .insert(surveyResponses)
      .values({ id, memberId, formId: surveyId, personalOption, answers, createdAt })
      .onConflictDoNothing(),
    ...recommended.map((row) => db.insert(recommendations).values(row).onConflictDoNothing()),
  ];
}

function seedOrder(db: Database, order: Cast["orders"][number], now: number) {
  const { id, memberId, status, responseId = null, items } = order;
  const person = cast.members.find((member) => member.id === memberId);
  if (!person) throw new Error(`order ${id} belongs to nobody in the cast`);
  const createdAt = before(now, order.daysAgo);
  const response = cast.responses.find((one) => one.id === responseId);
  const row = {
    id,
    number: newOrderNumber(createdAt),
    memberId,
    status,
    holdsSample: items.some((item) => item.type === "SAMPLE"),
    customerName: person.lastName + person.firstName,
    customerPhone: person.phone,
    customerEmail: person.email,
    customerAddress: person.address,
    customerNote: "",
    invoiceType: person.taxId ? "B2B" : "B2C",
    taxId: person.taxId ?? "",
    carrierType: "",
    carrierNum: "",
    loveCode: "",
    totalPrice: items.reduce((total, item) => total + item.price, 0),
    currency: "TWD",
    surveyResponseId: response?.id ?? null,
    personalOption: response?.personalOption ?? null,
    idempotencyKey: `seed-${id}`,
    bodyHash: "",
    createdAt,
    updatedAt: createdAt,
  };
  const lines = items.map(({ unit, productIds, ...item }, position) => ({
    ...item,
    id: `${id}-${position + 1}`,
    orderId: id,
    position,
    productUnit: unit,
    productNumber: productIds.map((one) => findProduct(one, "zh")?.product_id ?? one).join(", "),
    productIds: [...productIds],
    surveyResponseId: responseId,
    addonItemIds: [],
  }));
  return [
    db.insert(orders).values(row).onConflictDoNothing(),
    ...lines.map((line) => db.insert(orderItems).values(line).onConflictDoNothing()),
  ];
}
