CREATE TABLE `mailed_passwords` (
	`hash` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`ends_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mailed_passwords_member` ON `mailed_passwords` (`member_id`);--> statement-breakpoint
CREATE INDEX `mailed_passwords_end` ON `mailed_passwords` (`ends_at`);