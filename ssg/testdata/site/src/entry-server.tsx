import { className } from './routes/public/home'
import { markup, rows } from './table'

export const pages = rows

export function render(url: string): Promise<string> {
  return Promise.resolve((markup[url] ?? '').replace('id="top"', `id="top" class="${className}"`))
}
