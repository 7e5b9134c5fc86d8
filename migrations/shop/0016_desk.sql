CREATE TABLE `desk_texts` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`operator` text NOT NULL,
	`name` text NOT NULL,
	`value` text
);
--> statement-breakpoint
CREATE INDEX `desk_texts_name` ON `desk_texts` (`name`,`at`);--> statement-breakpoint
CREATE INDEX `payment_attempts_number` ON `payment_attempts` (`order_number`);--> statement-breakpoint
CREATE INDEX `payment_attempts_gateway` ON `payment_attempts` (`trade_no`) WHERE "payment_attempts"."trade_no" is not null;--> statement-breakpoint
CREATE INDEX `payment_attempts_paid` ON `payment_attempts` (`paid_at`) WHERE "payment_attempts"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX `payment_attempts_owed` ON `payment_attempts` (`paid_at`) WHERE "payment_attempts"."needs_refund" = 1;--> statement-breakpoint
CREATE INDEX `payment_inbox_about` ON `payment_inbox` (`merchant_trade_no`);--> statement-breakpoint
CREATE INDEX `refunds_ended` ON `refunds` (`ended_at`) WHERE "refunds"."ended_at" is not null;