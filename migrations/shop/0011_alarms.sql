CREATE TABLE `alarms` (
	`name` text PRIMARY KEY NOT NULL,
	`is_on` integer NOT NULL,
	`since` integer NOT NULL,
	`told_at` integer DEFAULT 0 NOT NULL,
	`lease_until` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `alarms_on` ON `alarms` (`is_on`);--> statement-breakpoint
CREATE TABLE `tallies` (
	`at` integer NOT NULL,
	`name` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`at`, `name`)
);
