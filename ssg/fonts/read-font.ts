import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A font of this folder, such as `pdf/inter-bold.ttf`. */
export const readFont = (file: string): Uint8Array => readFileSync(join(import.meta.dirname, file))
