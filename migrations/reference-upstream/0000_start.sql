CREATE TABLE `limits` (
	`key` text PRIMARY KEY NOT NULL,
	`count` integer NOT NULL,
	`window_ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `mails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`recipient` text NOT NULL,
	`locale` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`code` text,
	`password` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mails_recipient` ON `mails` (`recipient`,`id`);--> statement-breakpoint
CREATE INDEX `mails_age` ON `mails` (`created_at`);--> statement-breakpoint
CREATE TABLE `members` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`phone` text NOT NULL,
	`phone_key` text NOT NULL,
	`country` text NOT NULL,
	`country_code` text NOT NULL,
	`address` text NOT NULL,
	`is_business` integer NOT NULL,
	`company_name` text,
	`tax_id` text,
	`language_code` text NOT NULL,
	`time_zone` text,
	`avatar_url` text,
	`password_hash` text NOT NULL,
	`must_change_password` integer NOT NULL,
	`two_step` integer NOT NULL,
	`state` text NOT NULL,
	`wrong_passwords` integer DEFAULT 0 NOT NULL,
	`locked_until` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `members_email` ON `members` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `members_phone` ON `members` (`phone_key`);--> statement-breakpoint
CREATE TABLE `order_items` (
	`id` text PRIMARY KEY NOT NULL,
	`order_id` text NOT NULL,
	`position` integer NOT NULL,
	`type` text NOT NULL,
	`product_unit` text NOT NULL,
	`product_number` text NOT NULL,
	`product_ids` text NOT NULL,
	`amount` integer NOT NULL,
	`concentration` text,
	`price` integer NOT NULL,
	`survey_response_id` text,
	`addon_item_ids` text NOT NULL,
	`label_text` text
);
--> statement-breakpoint
CREATE INDEX `order_items_order` ON `order_items` (`order_id`,`position`);--> statement-breakpoint
CREATE TABLE `orders` (
	`id` text PRIMARY KEY NOT NULL,
	`number` text NOT NULL,
	`member_id` text NOT NULL,
	`status` text NOT NULL,
	`holds_sample` integer NOT NULL,
	`customer_name` text NOT NULL,
	`customer_phone` text NOT NULL,
	`customer_email` text NOT NULL,
	`customer_address` text NOT NULL,
	`customer_note` text NOT NULL,
	`invoice_type` text NOT NULL,
	`tax_id` text NOT NULL,
	`carrier_type` text NOT NULL,
	`carrier_num` text NOT NULL,
	`love_code` text NOT NULL,
	`total_price` integer NOT NULL,
	`currency` text NOT NULL,
	`survey_response_id` text,
	`personal_option` text,
	`idempotency_key` text NOT NULL,
	`body_hash` text NOT NULL,
	`paid_trade_no` text,
	`paid_at` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_number` ON `orders` (`number`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_idempotency` ON `orders` (`member_id`,`idempotency_key`);--> statement-breakpoint
CREATE INDEX `orders_member` ON `orders` (`member_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `orders_unpaid` ON `orders` (`created_at`) WHERE status = 'payment_pending';--> statement-breakpoint
CREATE TABLE `otp_challenges` (
	`temp_token_hash` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`code_hash` text NOT NULL,
	`guesses` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`consumed_at` integer
);
--> statement-breakpoint
CREATE INDEX `otp_challenges_expiry` ON `otp_challenges` (`expires_at`);--> statement-breakpoint
CREATE TABLE `payment_events` (
	`key` text PRIMARY KEY NOT NULL,
	`body_hash` text NOT NULL,
	`order_id` text NOT NULL,
	`kind` text NOT NULL,
	`merchant_trade_no` text NOT NULL,
	`trade_no` text NOT NULL,
	`amount` integer NOT NULL,
	`outcome` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `payment_events_order` ON `payment_events` (`order_id`);--> statement-breakpoint
CREATE TABLE `recommendations` (
	`id` text PRIMARY KEY NOT NULL,
	`response_id` text NOT NULL,
	`product_id` text NOT NULL,
	`reason` text NOT NULL,
	`order` integer NOT NULL,
	`ai_response` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `recommendations_place` ON `recommendations` (`response_id`,`order`);--> statement-breakpoint
CREATE TABLE `settings` (
	`name` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `shipping_addresses` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`address` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `shipping_addresses_member` ON `shipping_addresses` (`member_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `survey_responses` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`form_id` text NOT NULL,
	`personal_option` text,
	`answers` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `survey_responses_member` ON `survey_responses` (`member_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `survey_starts` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`form_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`member_id` text NOT NULL,
	`family_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer,
	`revoked_at` integer
);
--> statement-breakpoint
CREATE INDEX `tokens_member` ON `tokens` (`member_id`);--> statement-breakpoint
CREATE INDEX `tokens_family` ON `tokens` (`family_id`);--> statement-breakpoint
CREATE INDEX `tokens_expiry` ON `tokens` (`expires_at`);