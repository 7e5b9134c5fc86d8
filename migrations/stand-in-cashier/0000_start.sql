CREATE TABLE `deliveries` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`merchant_trade_no` text NOT NULL,
	`sent_at` integer NOT NULL,
	`status` integer,
	`answer` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `query_minutes` (
	`minute` integer PRIMARY KEY NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `trades` (
	`merchant_trade_no` text PRIMARY KEY NOT NULL,
	`key` text NOT NULL,
	`trade_no` text NOT NULL,
	`amount_twd` integer NOT NULL,
	`item_name` text NOT NULL,
	`language` text NOT NULL,
	`return_url` text NOT NULL,
	`order_result_url` text NOT NULL,
	`client_back_url` text NOT NULL,
	`outcome` text,
	`created_at` integer NOT NULL,
	`decided_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `trades_key_unique` ON `trades` (`key`);