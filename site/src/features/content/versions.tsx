import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { Grid } from '../../ui/layout'
import { Difference } from './difference'
import type { DraftQueue } from './draft-queue'
import type { Entry } from './entries'
import styles from './content.module.css'

/** Two versions of a file beside each other, of which the user has to choose one. The form changes the own one. */
export function Versions({ entry, queue }: { entry: Entry; queue: DraftQueue }) {
  const { path, text, stored, draft } = entry
  const isStored = draft?.theirs === undefined
  const theirs = draft?.theirs ? draft.theirs.text : (stored?.published?.text ?? null)
  // The import of a content folder has made the draft.
  const isFile = isStored && stored?.draft?.author === null
  const sides = [
    {
      name: isFile ? 'The file' : 'Your version',
      action: isFile ? 'Use the file' : 'Keep mine',
      side: 'after',
      version: text,
    },
    {
      name: isStored ? 'The published version' : 'The other version',
      action: 'Use this',
      side: 'before',
      version: theirs,
    },
  ] as const
  return (
    <Card as="section" aria-labelledby="versions" className={styles.versions}>
      <h3 id="versions">Compare versions</h3>
      <p>
        {isFile
          ? 'The file in the content folder and this text have both changed. Visitors see the published version until you choose.'
          : isStored
            ? 'Another version was published since this draft was started.'
            : 'This was changed on another device at the same time.'}
      </p>
      <Grid columns="narrow">
        {sides.map(({ name, action, side, version }) => (
          <figure key={name}>
            <figcaption>
              <b>{name}</b>
            </figcaption>
            {version === null ? (
              <p>Deleted</p>
            ) : (
              <Difference path={path} before={theirs} after={text} only={side} />
            )}
            <Button onClick={() => queue.settle(path, version)}>{action}</Button>
          </figure>
        ))}
      </Grid>
    </Card>
  )
}
