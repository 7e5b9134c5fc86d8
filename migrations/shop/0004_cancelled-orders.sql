CREATE TABLE `cancelled_orders` (
	`order_id` text PRIMARY KEY NOT NULL,
	`order_number` text NOT NULL,
	`member_id` text NOT NULL,
	`cancelled_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `cancelled_orders_member` ON `cancelled_orders` (`member_id`);--> statement-breakpoint
ALTER TABLE `payment_attempts` ADD `lines` text;