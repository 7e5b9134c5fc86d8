import type { Plugin } from "vite";

export function drawPages(): Plugin;
