export function publishContent(options?: { remote?: boolean }): Promise<number>;
export function checkedEntries(): Promise<{ key: string; value: string }[]>;
