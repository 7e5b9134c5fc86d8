DROP TRIGGER `orders_placed`;--> statement-breakpoint
DROP TRIGGER `orders_replaced`;--> statement-breakpoint
DROP TRIGGER `orders_removed`;--> statement-breakpoint
DROP INDEX `orders_place`;