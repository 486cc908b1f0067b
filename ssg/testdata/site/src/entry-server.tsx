import { markup, rows } from './table'
import './routes/public/home'

export const pages = rows

export function render(url: string): Promise<string> {
  return Promise.resolve(markup[url] ?? '')
}
