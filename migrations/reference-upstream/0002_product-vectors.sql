CREATE TABLE `product_vectors` (
	`product_id` text NOT NULL,
	`version` text NOT NULL,
	`vector` text NOT NULL,
	PRIMARY KEY(`version`, `product_id`)
);
