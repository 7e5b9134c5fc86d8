ALTER TABLE `orders` ADD `place` integer;--> statement-breakpoint
CREATE INDEX `orders_place` ON `orders` (`member_id`,`place`);--> statement-breakpoint
CREATE INDEX `orders_samples` ON `orders` (`member_id`,`status`) WHERE holds_sample = 1;--> statement-breakpoint
UPDATE `orders` SET `place` = `ranked`.`place` FROM (
  SELECT `id`, row_number() OVER (PARTITION BY `member_id` ORDER BY `created_at`, `id`) AS `place` FROM `orders`
) AS `ranked` WHERE `orders`.`id` = `ranked`.`id`;--> statement-breakpoint
CREATE TRIGGER `orders_placed` AFTER INSERT ON `orders` BEGIN
  UPDATE `orders` SET `place` = `place` + 1
    WHERE `member_id` = NEW.`member_id` AND (`created_at`, `id`) > (NEW.`created_at`, NEW.`id`);
  UPDATE `orders` SET `place` = 1 + coalesce((
    SELECT `place` FROM `orders` WHERE `member_id` = NEW.`member_id` AND (`created_at`, `id`) < (NEW.`created_at`, NEW.`id`)
    ORDER BY `created_at` DESC, `id` DESC LIMIT 1), 0)
    WHERE `id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `orders_replaced` AFTER UPDATE OF `member_id`, `created_at` ON `orders` BEGIN
  UPDATE `orders` SET `place` = `place` - 1
    WHERE `member_id` = OLD.`member_id` AND `place` > OLD.`place` AND `id` <> NEW.`id`;
  UPDATE `orders` SET `place` = `place` + 1
    WHERE `member_id` = NEW.`member_id` AND (`created_at`, `id`) > (NEW.`created_at`, NEW.`id`);
  UPDATE `orders` SET `place` = 1 + coalesce((
    SELECT `place` FROM `orders` WHERE `member_id` = NEW.`member_id` AND (`created_at`, `id`) < (NEW.`created_at`, NEW.`id`)
    ORDER BY `created_at` DESC, `id` DESC LIMIT 1), 0)
    WHERE `id` = NEW.`id`;
END;--> statement-breakpoint
CREATE TRIGGER `orders_removed` AFTER DELETE ON `orders` BEGIN
  UPDATE `orders` SET `place` = `place` - 1 WHERE `member_id` = OLD.`member_id` AND `place` > OLD.`place`;
END;
