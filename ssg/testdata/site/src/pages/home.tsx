import styles from './home.module.css'

export interface Content {
  site: { name: string; description: string }
  home: { bio: string }
}

export const Home = (html: string, { home }: Content, _data: object) =>
  `<div class="${styles['home'] ?? ''}">${html}${home.bio}</div>`
