import { useQuery } from '@tanstack/react-query'
import type { FormFile } from '#model/form'
import { listFormerTexts, markTranslation } from '../../api/content'
import { queryKeys } from '../../api/query-keys'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { Button } from '../../ui/button'
import { Day } from '../../ui/date-time'
import { IconHistory } from '../../ui/icons'
import { RowTile } from '../../ui/icon-tile'
import { showErrorToast, showToast } from '../../ui/toast'
import { ChangedWords, Difference } from './difference'
import type { DraftQueue } from './draft-queue'
import type { Entry } from './entries'
import styles from './content.module.css'

/** The words of a field, or of the text. */
export const wordsOf = ({ fields, body }: FormFile, name: string): string =>
  name === 'text' ? body : [fields[name] ?? []].flat().join('\n')

/** The text that a translation translates, if its original has another one by now. */
export function useBehind({ stored }: Entry, original: Entry | undefined): string | undefined {
  const isBehind = stored?.behind === true && original !== undefined
  const { data } = useQuery({
    queryKey: [...queryKeys.content, 'history', original?.path],
    queryFn: () => listFormerTexts(original?.path ?? ''),
    enabled: isBehind,
  })
  if (!isBehind) return undefined
  const version = stored.published?.translates ?? 0
  // The newest first; one with the text of the one before is not among them.
  return data && (data.find((former) => former.version <= version)?.text ?? '')
}

interface OriginalProps {
  label: string
  /** The code of its language. */
  language: string
  text: string
  /** What was translated, if it is another text. */
  before: string | undefined
  isBeside: boolean
}

/** What the original says in a field: beside it, or above it to open in narrow windows. */
export function Original({ label, language, text, before, isBeside }: OriginalProps) {
  const words = before === undefined ? text : <ChangedWords before={before} after={text} only="after" />
  if (text === '') return null
  if (isBeside)
    return (
      <div role="group" aria-label={`Original of ${label}`} lang={language} className={styles.original}>
        {words}
      </div>
    )
  return (
    <details className={styles.closedOriginal}>
      <summary>
        Original<span className="visually-hidden"> of {label}</span>
      </summary>
      <div lang={language} className={styles.original}>
        {words}
      </div>
    </details>
  )
}

interface BehindProps {
  entry: Entry
  original: Entry
  /** What was translated. */
  before: string
  queue: DraftQueue
}

/** Says how the original has changed since it was translated. */
export function Behind({ entry, original, before, queue }: BehindProps) {
  const { mutate } = useInvalidatingMutation(async () => {
    try {
      await queue.flush()
      await markTranslation(entry.path)
    } catch {
      showErrorToast('The translation could not be marked. Try again.')
      return
    }
    // This is gone before the mutation is complete.
    showToast('Marked as up to date.')
  }, queryKeys.content)
  const at = original.stored?.published?.publish_at
  return (
    <section aria-labelledby="behind" className={styles.behind}>
      <RowTile of={IconHistory} tone="honey" />
      <h3 id="behind">
        The original changed{' '}
        {at !== undefined && (
          <>
            on <Day at={at} />
          </>
        )}
      </h3>
      <Button onClick={() => mutate()}>Mark as up to date</Button>
      <Difference path={original.path} before={before} after={original.published} />
    </section>
  )
}
