/** Seeds an empty database on the first request; every statement may be repeated. */
import { eq } from "drizzle-orm";
import { createMiddleware } from "hono/factory";
import type { App, Database } from "./app.ts";
import { findProduct } from "./catalogue.ts";
import { descriptionQuestionId, surveyId } from "./data/ids.ts";
import { cast } from "./data/members.ts";
import { seedOrders, seedResponses, type SeedOrder } from "./data/orders.ts";
import { phoneKeyOf } from "./store/members.ts";
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

const settingName = "seed_version";
const seedVersion = "1";
const dayMilliseconds = 24 * 3600_000;

const before = (now: number, days: number) => Math.round(now - days * dayMilliseconds);
const seededDatabases = new WeakSet<D1Database>();

/** Parallel requests each check for themselves: a request must not await another request's promise in a Worker. */
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
  const statements = [
    ...seedMembers(db, now),
    ...seedSurveys(db, now),
    ...seedOrders.flatMap((order) => seedOrder(db, order, now)),
  ];
  await db.batch([
    db.insert(settings).values({ name: settingName, value: seedVersion }).onConflictDoNothing(),
    ...statements,
  ]);
}

function seedMembers(db: Database, now: number) {
  return cast.flatMap(({ addresses = [], ...person }) => [
    db
      .insert(members)
      .values({
        isBusiness: false,
        mustChangePassword: false,
        twoStep: false,
        state: "active",
        ...person,
        phoneKey: phoneKeyOf(person.countryCode, person.phone),
        createdAt: now - 200 * dayMilliseconds,
      })
      .onConflictDoNothing(),
    ...addresses.map((address, place) =>
      db
        .insert(shippingAddresses)
        .values({
          id: `address-${person.id}-${place + 1}`,
          memberId: person.id,
          address,
          createdAt: now - (150 - place) * dayMilliseconds,
        })
        .onConflictDoNothing(),
    ),
  ]);
}

function seedSurveys(db: Database, now: number) {
  return seedResponses.flatMap(
    ({ id, memberId, personalOption, daysAgo, choices, wish, productIds, aiResponse }) => {
      const createdAt = before(now, daysAgo);
      const chosen = Object.entries(choices).map(([question, options]) => ({
        question_id: question,
        option_ids: [...options],
        answer_text: null,
      }));
      const answers = [
        ...chosen,
        { question_id: descriptionQuestionId, option_ids: [], answer_text: wish },
      ];
      return [
        db
          .insert(surveyResponses)
          .values({ id, memberId, formId: surveyId, personalOption, answers, createdAt })
          .onConflictDoNothing(),
        ...productIds.map((productId, place) =>
          db
            .insert(recommendations)
            .values({
              id: `${id}-${place + 1}`,
              responseId: id,
              productId,
              reason: wish,
              order: place + 1,
              aiResponse,
              createdAt,
            })
            .onConflictDoNothing(),
        ),
      ];
    },
  );
}

function seedOrder(db: Database, order: SeedOrder, now: number) {
  const person = cast.find(({ id }) => id === order.memberId);
  if (!person) throw new Error(`order ${order.id} belongs to nobody in the cast`);
  const createdAt = before(now, order.daysAgo);
  const response = seedResponses.find(({ id }) => id === order.responseId);
  return [
    db
      .insert(orders)
      .values({
        id: order.id,
        number: newOrderNumber(createdAt),
        memberId: order.memberId,
        status: order.status,
        holdsSample: order.items.some((item) => item.type === "SAMPLE"),
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
        totalPrice: order.items.reduce((total, item) => total + item.price, 0),
        currency: "TWD",
        surveyResponseId: response?.id ?? null,
        personalOption: response?.personalOption ?? null,
        idempotencyKey: `seed-${order.id}`,
        bodyHash: "",
        createdAt,
        updatedAt: createdAt,
      })
      .onConflictDoNothing(),
    ...order.items.map((item, position) => seedItem(db, order, item, position)),
  ];
}

function seedItem(
  db: Database,
  order: SeedOrder,
  item: SeedOrder["items"][number],
  position: number,
) {
  const productNumber = item.productIds
    .map((id) => findProduct(id, "zh")?.product_id ?? id)
    .join(", ");
  return db
    .insert(orderItems)
    .values({
      id: `${order.id}-${position + 1}`,
      orderId: order.id,
      position,
      type: item.type,
      productUnit: item.unit,
      productNumber,
      productIds: [...item.productIds],
      amount: item.amount,
      concentration: item.concentration ?? null,
      price: item.price,
      surveyResponseId: order.responseId ?? null,
      addonItemIds: [],
      labelText: item.labelText ?? null,
    })
    .onConflictDoNothing();
}
