CREATE TABLE `actions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`merchant_trade_no` text NOT NULL,
	`action` text NOT NULL,
	`amount_twd` integer NOT NULL,
	`code` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `trades` ADD `close_requested_at` integer;--> statement-breakpoint
ALTER TABLE `trades` ADD `abandoned_at` integer;--> statement-breakpoint
ALTER TABLE `trades` ADD `refunded_twd` integer DEFAULT 0 NOT NULL;