CREATE TABLE `payment_notices` (
	`id` text PRIMARY KEY NOT NULL,
	`merchant_trade_no` text NOT NULL,
	`sealed` text NOT NULL,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `payment_notices_trade` ON `payment_notices` (`merchant_trade_no`);--> statement-breakpoint
CREATE INDEX `payment_notices_received` ON `payment_notices` (`received_at`);