import './base.css'
import { markup } from '../markup'
import { rows } from '../routes'
import { Home, type Content } from './home'

export const routes = ({ site }: Content) =>
  rows.map((row) => (row.path === '/' ? { ...row, title: site.name, description: site.description } : row))

export function renderPage(path: string, content: Content, data: object): string {
  const html = markup[path] ?? ''
  return path === '/' ? Home(html, content, data) : html
}

export const renderShell = ({ site }: Content) => `<header>${site.name}</header><div id="root"></div>`
