type Value = string | number | null;
type Row = Record<string, Value>;

interface Statement {
  sql: string;
  list: string;
}

export function insertOrders(rows: readonly ({ id: string } & Row)[]): Statement {
  const now = Date.now();
  return insert(
    "orders",
    rows.map((row) => ({
      number: `N${row.id}`,
      member_id: "nobody",
      status: "payment_pending",
      holds_sample: 0,
      customer_name: "Noor",
      customer_phone: "02",
      customer_email: "noor@example.test",
      customer_address: "Taipei",
      customer_note: "",
      invoice_type: "B2C",
      tax_id: "",
      carrier_type: "",
      carrier_num: "",
      love_code: "",
      total_price: 100,
      currency: "TWD",
      idempotency_key: row.id,
      body_hash: "",
      created_at: now,
      updated_at: now,
      ...row,
    })),
  );
}

export function insertAttempts(
  rows: readonly ({ merchant_trade_no: string; order_id: string; amount_twd: number } & Row)[],
  createdAt = Date.now(),
): Statement {
  return insert(
    "payment_attempts",
    rows.map((row) => ({
      id: row.merchant_trade_no,
      order_number: `N${row.order_id}`,
      member_id: "nobody",
      locale: "ja",
      cart_item_ids: "[]",
      created_at: createdAt,
      expires_at: createdAt + 7 * 24 * 3600_000,
      next_query_at: createdAt + 600_000,
      ...row,
    })),
  );
}

function insert(table: string, rows: readonly Row[]): Statement {
  const names = Object.keys(rows[0] ?? {});
  const values = names.map((name) => `value ->> '${name}'`);
  return {
    sql: `INSERT INTO ${table} (${names.join(", ")}) SELECT ${values.join(", ")} FROM json_each(?1)`,
    list: JSON.stringify(rows),
  };
}
