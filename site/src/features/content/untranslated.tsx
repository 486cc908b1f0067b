import { useEffect, useRef } from 'react'
import { englishName } from '../../lib/english-name'
import { Button } from '../../ui/button'
import type { Entry } from './entries'
import { nameOf, placeOf } from './outline'
import { fileIn } from './translations'
import styles from './content.module.css'

interface UntranslatedProps {
  /** The original. */
  entry: Entry
  language: string
  onTranslate: () => void
}

/** In the place of the form of a translation that does not exist yet. */
export function Untranslated({ entry, language, onTranslate }: UntranslatedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const name = nameOf(entry)
  return (
    <section aria-labelledby="open-file" className={styles.form}>
      <header className={styles.paneHead}>
        <div className="grow">
          <p className={styles.place}>{placeOf(fileIn(language, entry.path))}</p>
          <h2 id="open-file" ref={heading} tabIndex={-1} title={name} className="one-line">
            {name}
          </h2>
        </div>
      </header>
      <div className={styles.scroll}>
        <div className={styles.fields}>
          <p>{`This is not translated into ${englishName(language)} yet. Its translation begins with the original’s words.`}</p>
          <p>
            <Button variant="primary" onClick={onTranslate}>
              Translate
            </Button>
          </p>
        </div>
      </div>
    </section>
  )
}
