ALTER TABLE `sessions` ADD `member_key` text;--> statement-breakpoint
ALTER TABLE `sessions` ADD `browser_hash` text;--> statement-breakpoint
CREATE INDEX `sessions_member_key` ON `sessions` (`member_key`,`created_at`);--> statement-breakpoint
CREATE INDEX `sessions_browser` ON `sessions` (`browser_hash`);--> statement-breakpoint
ALTER TABLE `sign_in_challenges` ADD `limit_key` text;