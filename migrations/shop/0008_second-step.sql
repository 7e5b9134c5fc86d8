CREATE TABLE `recovery_codes` (
	`member_id` text NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`member_id`, `hash`)
);
--> statement-breakpoint
CREATE TABLE `second_steps` (
	`member_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`confirmed_at` integer,
	`last_step` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `sign_in_challenges` ADD `member_id` text;