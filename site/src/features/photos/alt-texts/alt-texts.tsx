import { useEffect, useRef } from 'react'
import { count } from '../../../lib/count'
import { Button } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { usePageErrors } from '../../../ui/form-errors'
import { ListScreen, StaffOnly } from '../../../ui/list-screen'
import { useWarningBeforeLeaving } from '../../../ui/use-warning-before-leaving'
import work from '../../../ui/work.module.css'
import type { Auth } from '../../auth/use-auth'
import { BackToPhotos } from '../back-to-photos'
import styles from '../photos.module.css'
import { AltTextRow } from './alt-text-row'
import { useUndescribed } from './use-undescribed'

const texts = {
  title: 'Alternative texts',
  loading: 'Loading pictures...',
  denied: 'You must be an administrator to manage photos and galleries.',
  failure: 'Failed to load images or galleries. Access denied or server error.',
}

/** The staff's screen of all pictures that lack an alternative text. */
export function AltTexts({ auth }: { auth: Auth }) {
  return (
    <StaffOnly texts={texts} auth={auth}>
      <AltTextScreen />
    </StaffOnly>
  )
}

function AltTextScreen() {
  const { images, missing, unsaved, setOutcome, fetchNextPage, hasNextPage, ...query } = useUndescribed()
  useWarningBeforeLeaving(unsaved)
  const list = useRef<HTMLUListElement>(null)
  const end = useRef<HTMLParagraphElement>(null)
  const awaited = useRef<number>(undefined)
  const shown = images?.length ?? 0
  const more = () => {
    awaited.current = shown
    void fetchNextPage()
  }
  useEffect(() => {
    const first = awaited.current === undefined ? null : list.current?.children[awaited.current]
    if (first) awaited.current = undefined
    first?.querySelector('input')?.focus()
  }, [shown])

  function focusAfter(form: HTMLFormElement) {
    const fields = [...(list.current?.querySelectorAll<HTMLInputElement>('input[name=alt_text]') ?? [])]
    const own = fields.findIndex((field) => field.form === form)
    const next = fields.slice(own + 1).find(({ disabled }) => !disabled)
    if (next) next.focus()
    else if (hasNextPage) more()
    else end.current?.focus()
  }

  const lists = {
    loading: query.isPending,
    failed: query.isError,
    fetching: query.isFetching,
    refetch: () => void (images ? fetchNextPage() : query.refetch()),
  }
  return (
    <ListScreen
      texts={texts}
      lists={lists}
      pageErrors={usePageErrors()}
      summary={missing === undefined ? undefined : `${count(missing, 'photo')} without one`}
      actions={<BackToPhotos />}
    >
      {images && (
        <Card as="section" aria-label={texts.title}>
          {shown > 0 && (
            <p className={work.note}>
              Say what a picture shows, for people who cannot see it. Enter saves and goes on to the next one.
              A decorative picture tells nothing that the words around it do not, and is left out when a page
              is read aloud.
            </p>
          )}
          <ul ref={list} className={styles.altTexts}>
            {images.map((image) => (
              <AltTextRow
                key={image.id}
                image={image}
                onOutcome={(outcome) => setOutcome(image.id, outcome)}
                onEnter={focusAfter}
              />
            ))}
          </ul>
          {hasNextPage ? (
            <Button aria-disabled={query.isFetching} onClick={() => !query.isFetching && more()}>
              Show more pictures
            </Button>
          ) : (
            <p ref={end} tabIndex={-1} className={styles.empty}>
              {missing === 0
                ? 'Every picture has an alternative text or is decorative.'
                : 'There are no further pictures.'}
            </p>
          )}
        </Card>
      )}
    </ListScreen>
  )
}
