CREATE TABLE `operator_actions` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`operator` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`reason` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `operator_actions_at` ON `operator_actions` (`at`);--> statement-breakpoint
CREATE INDEX `operator_actions_subject` ON `operator_actions` (`subject`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`merchant_trade_no` text NOT NULL,
	`amount_twd` integer NOT NULL,
	`state` text NOT NULL,
	`code` text,
	`message` text,
	`created_at` integer NOT NULL,
	`asked_at` integer,
	`ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `refunds_trade` ON `refunds` (`merchant_trade_no`);--> statement-breakpoint
CREATE INDEX `refunds_state` ON `refunds` (`state`,`created_at`);--> statement-breakpoint
CREATE INDEX `refunds_created` ON `refunds` (`created_at`);