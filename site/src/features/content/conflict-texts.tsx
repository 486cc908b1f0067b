import { Button } from '../../ui/button'
import { Difference } from './difference'
import type { DraftKeeper } from './draft-keeper'
import type { ShownText } from './shown-texts'
import styles from './content.module.css'

interface ConflictTextsProps {
  shown: ShownText
  keeper: DraftKeeper
}

/** Two texts of one path side by side, by what differs, of which one is to be chosen; the form below changes the own one. */
export function ConflictTexts({ shown, keeper }: ConflictTextsProps) {
  const { path, text, stored, kept } = shown
  const others = kept?.others
  const theirs = others ? others.text : (stored?.file?.text ?? null)
  const why = others?.unsaved
    ? 'This text was changed in two windows of this browser, and neither of the two is saved.'
    : others
      ? 'This text was changed on another device meanwhile.'
      : 'The file in the content folder has changed since this text was made. The build leaves the text out until one of the two is chosen.'
  return (
    <section aria-labelledby="conflict" className={styles.conflict}>
      <h3 id="conflict">Two texts</h3>
      <p>{why}</p>
      <div className={styles.sides}>
        <figure>
          <figcaption>Yours</figcaption>
          <Button onClick={() => keeper.settle(path, text)}>Keep mine</Button>
          {text === null ? (
            <p>Removed</p>
          ) : (
            <Difference path={path} before={theirs} after={text} only="after" />
          )}
        </figure>
        <figure>
          <figcaption>{others ? 'The other one' : 'The file'}</figcaption>
          <Button onClick={() => keeper.settle(path, theirs)}>Take theirs</Button>
          {theirs === null ? (
            <p>Removed</p>
          ) : (
            <Difference path={path} before={theirs} after={text} only="before" />
          )}
        </figure>
      </div>
    </section>
  )
}
