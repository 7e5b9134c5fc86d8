ALTER TABLE `payment_attempts` ADD `settled_at` integer;--> statement-breakpoint
CREATE INDEX `payment_attempts_created` ON `payment_attempts` (`created_at`);--> statement-breakpoint
CREATE INDEX `payment_attempts_person` ON `payment_attempts` (`created_at`) WHERE "payment_attempts"."snapshot" is not null;--> statement-breakpoint
CREATE INDEX `payment_attempts_settled` ON `payment_attempts` (`settled_at`) WHERE "payment_attempts"."settled_at" is not null;--> statement-breakpoint
CREATE INDEX `cancelled_orders_cancelled` ON `cancelled_orders` (`cancelled_at`);--> statement-breakpoint
CREATE INDEX `cart_items_removed` ON `cart_items` (`removed_at`) WHERE "cart_items"."removed_at" is not null;--> statement-breakpoint
CREATE INDEX `carts_end` ON `carts` (`expires_at`);--> statement-breakpoint
CREATE INDEX `idempotency_keys_created` ON `idempotency_keys` (`created_at`);--> statement-breakpoint
CREATE INDEX `limits_end` ON `limits` (`window_ends_at`);--> statement-breakpoint
CREATE INDEX `outbox_waiting` ON `outbox` (`kind`,("attempts" > 0),`next_at`) WHERE "outbox"."sent_at" is null;--> statement-breakpoint
CREATE INDEX `outbox_late` ON `outbox` (`kind`,`created_at`) WHERE "outbox"."sent_at" is null;--> statement-breakpoint
CREATE INDEX `payment_inbox_received` ON `payment_inbox` (`received_at`);--> statement-breakpoint
CREATE INDEX `payment_inbox_trade` ON `payment_inbox` (`merchant_trade_no`) WHERE "payment_inbox"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX `response_refusals_created` ON `response_refusals` (`created_at`);--> statement-breakpoint
CREATE INDEX `second_steps_unfinished` ON `second_steps` (`created_at`) WHERE "second_steps"."confirmed_at" is null;--> statement-breakpoint
CREATE INDEX `sessions_end` ON `sessions` ((case when "ended_at" is not null then "ended_at" when "idle_ends_at" < "absolute_ends_at" then "idle_ends_at" else "absolute_ends_at" end));--> statement-breakpoint
CREATE INDEX `sign_in_challenges_created` ON `sign_in_challenges` (`created_at`);