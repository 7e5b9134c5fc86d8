CREATE TABLE `cart_items` (
	`id` text PRIMARY KEY NOT NULL,
	`cart_id` text NOT NULL,
	`product_ids` text NOT NULL,
	`label` text NOT NULL,
	`unit_price` integer NOT NULL,
	`amount` integer NOT NULL,
	`item_type` text NOT NULL,
	`sale_type` text NOT NULL,
	`concentration` text,
	`survey_response_id` text,
	`user_answer` text,
	`addon_item_ids` text NOT NULL,
	`label_text` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `cart_items_cart` ON `cart_items` (`cart_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `carts` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text,
	`guest_hash` text,
	`version` integer DEFAULT 0 NOT NULL,
	`merged_into` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `carts_member` ON `carts` (`member_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `carts_guest` ON `carts` (`guest_hash`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`scope` text NOT NULL,
	`key` text NOT NULL,
	`body_hash` text NOT NULL,
	`answer` text,
	`lease_until` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`scope`, `key`)
);
--> statement-breakpoint
CREATE TABLE `limits` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`last_at` integer NOT NULL,
	`window_ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` text NOT NULL,
	`kind` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`payload` text NOT NULL,
	`created_at` integer NOT NULL,
	`sent_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`lease_until` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_key` ON `outbox` (`idempotency_key`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`sent_at`,`next_at`);--> statement-breakpoint
CREATE INDEX `outbox_order` ON `outbox` (`order_id`,`sent_at`);--> statement-breakpoint
CREATE TABLE `payment_attempts` (
	`id` text PRIMARY KEY NOT NULL,
	`merchant_trade_no` text NOT NULL,
	`order_id` text NOT NULL,
	`order_number` text NOT NULL,
	`member_id` text NOT NULL,
	`locale` text NOT NULL,
	`amount_twd` integer NOT NULL,
	`state` text DEFAULT 'open' NOT NULL,
	`needs_refund` integer DEFAULT false NOT NULL,
	`settle_nonce` text,
	`trade_no` text,
	`payment_type` text,
	`paid_at` integer,
	`last_rtn_code` text,
	`snapshot` text,
	`cart_item_ids` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`query_count` integer DEFAULT 0 NOT NULL,
	`next_query_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_attempts_trade` ON `payment_attempts` (`merchant_trade_no`);--> statement-breakpoint
CREATE INDEX `payment_attempts_order` ON `payment_attempts` (`order_id`,`state`);--> statement-breakpoint
CREATE INDEX `payment_attempts_query` ON `payment_attempts` (`state`,`next_query_at`);--> statement-breakpoint
CREATE TABLE `payment_inbox` (
	`id` text PRIMARY KEY NOT NULL,
	`merchant_trade_no` text,
	`reason` text NOT NULL,
	`fields` text NOT NULL,
	`received_at` integer NOT NULL,
	`resolved_at` integer
);
--> statement-breakpoint
CREATE INDEX `payment_inbox_open` ON `payment_inbox` (`resolved_at`,`received_at`);--> statement-breakpoint
CREATE TABLE `refresh_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`generation` integer NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refresh_tokens_generation` ON `refresh_tokens` (`session_id`,`generation`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`epoch` integer NOT NULL,
	`must_change_password` integer NOT NULL,
	`upstream_access` text NOT NULL,
	`upstream_refresh` text,
	`upstream_expires_at` integer NOT NULL,
	`upstream_version` integer DEFAULT 0 NOT NULL,
	`upstream_refresh_lease_until` integer DEFAULT 0 NOT NULL,
	`browser` text NOT NULL,
	`place` text,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`idle_ends_at` integer NOT NULL,
	`absolute_ends_at` integer NOT NULL,
	`ended_at` integer,
	`end_reason` text
);
--> statement-breakpoint
CREATE INDEX `sessions_member` ON `sessions` (`member_id`,`ended_at`);--> statement-breakpoint
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `sign_in_challenges` (
	`id` text PRIMARY KEY NOT NULL,
	`member_key` text NOT NULL,
	`upstream_temp_token` text NOT NULL,
	`guesses` integer DEFAULT 0 NOT NULL,
	`sent_at` integer,
	`code_expires_at` integer,
	`used_at` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
