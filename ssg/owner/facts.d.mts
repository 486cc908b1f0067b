import type { Link } from './blank.mjs'

export class Refusal extends Error {}
export function checked(key: 'name' | 'email' | 'role' | 'company', given: string): string
export function readLink(text: string): Link
