import styles from './front-page-strip.module.css'
import { useFrontPage } from './queries'

/** The pictures as they follow each other on the front page; nothing when there are none. */
export function FrontPageStrip() {
  const { data: images = [] } = useFrontPage()
  if (images.length === 0) return null
  return (
    <section aria-labelledby="front-page">
      <h2 id="front-page" className={styles.title}>
        On the front page
      </h2>
      <ol className={styles.images}>
        {images.map(({ id, thumbnail_url, alt_text, title }) => (
          <li key={id}>
            <img src={thumbnail_url} alt={alt_text} width={88} height={88} loading="lazy" />
            {alt_text === '' && <span className="visually-hidden">{title}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
