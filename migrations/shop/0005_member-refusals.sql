CREATE TABLE `member_refusals` (
	`member_id` text NOT NULL,
	`refusal` text NOT NULL,
	PRIMARY KEY(`member_id`, `refusal`)
);
--> statement-breakpoint
CREATE TABLE `response_refusals` (
	`response_id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`refusals` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `response_refusals_member` ON `response_refusals` (`member_id`);