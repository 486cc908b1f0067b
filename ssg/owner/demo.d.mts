export const demoFiles: Record<string, string>
export function hashOf(text: string): string
export function isDemoText(path: string, text: string): boolean
export function isAllDemo(folder: string): boolean
export function hasDemoWords(path: string, text: string): boolean
