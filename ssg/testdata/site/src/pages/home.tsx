import styles from './home.module.css'

export interface Content {
  site: { name: string; description: string }
  home: { bio: string }
}

export const Home: (html: string, content: Content, data: object) => string = (html, { home }) =>
  `<div class="${styles['home'] ?? ''}">${html}${home.bio}</div>`
