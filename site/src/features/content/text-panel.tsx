import { Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react'
import type { Known } from '../../../../ssg/model/check'
import { kindModels } from '../../../../ssg/model/fields'
import type { ImageFiles } from '../../../../ssg/model/images'
import { kindOf } from '../../../../ssg/model/kinds'
import { ErrorBoundary } from '../../lib/error-boundary'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { Icon } from '../../ui/icon'
import { IconArrowLeft, IconCopy, IconEye, IconHistory, IconTrash } from '../../ui/icons'
import { dismissToast, showToast } from '../../ui/toast'
import { ConflictTexts } from './conflict-texts'
import type { DraftKeeper } from './draft-keeper'
import { newEntryPath } from './entry-names'
import { HistoryDialog } from './history-dialog'
import { moment } from './moment'
import { isDated, nameOf, textOrFormer, titleIn } from './outline'
import { isInConflict, textBefore, type ShownText } from './shown-texts'
import { TextForm } from './text-form'
import { Marks } from './text-outline'
import styles from './content.module.css'

/** Shows where the text at `path` stands as it will be when the drafts of `texts`, all of the site, are published. */
export type PreviewOfText = ComponentType<{
  path: string
  texts: ReadonlyMap<string, ShownText>
  /** What shows their pictures, by the pictures' paths. */
  pictures: Readonly<Record<string, ImageFiles>>
}>

interface TextPanelProps {
  shown: ShownText
  all: ReadonlyMap<string, ShownText>
  keeper: DraftKeeper
  known: Known
  /** Shows its page. */
  preview: ReactNode
  /** Whether the preview is shown. */
  previewed: boolean
  onPreview: (previewed: boolean) => void
  /** Opens another text; none leads back to the list. */
  onOpen: (path?: string) => void
}

/** One text: what is in it, and what can be done with it. */
export function TextPanel({
  shown,
  all,
  keeper,
  known,
  preview,
  previewed,
  onPreview,
  onOpen,
}: TextPanelProps) {
  const { path, text, stored, kept, moved } = shown
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const [historyOpen, setHistoryOpen] = useState(false)
  const kind = kindOf(path)
  const name = nameOf(shown)
  const isEntry = kind !== undefined && kindModels[kind].folder

  function change(next: string | null): void {
    dismissToast()
    keeper.edit(path, next)
  }

  function remove(): void {
    keeper.edit(path, null)
    // A text that visitors have never had leaves nothing behind.
    if (shown.published === null) onOpen()
    showToast(`Removed “${name}”.`, {
      label: 'Undo',
      run: () => {
        keeper.edit(path, text)
        onOpen(path)
      },
    })
  }

  function discard(): void {
    const back = moved ?? { from: path, text: shown.published }
    if (moved) keeper.edit(path, null)
    keeper.edit(back.from, back.text)
    if (moved) onOpen(back.from)
    showToast('Discarded the draft.', {
      label: 'Undo',
      run: () => {
        if (moved) keeper.edit(moved.from, null)
        keeper.edit(path, text)
        if (moved) onOpen(path)
      },
    })
  }

  function duplicate(): void {
    if (!kind || text === null) return
    const taken = [...all.keys()].filter((other) => kindOf(other) === kind)
    const ordered = !isDated(kindModels[kind])
    const copy = newEntryPath(kind, `${titleIn(path, text)} copy`, { taken, ordered })
    keeper.edit(copy, text)
    onOpen(copy)
    showToast(`This is the copy of “${name}”.`)
  }

  return (
    <Card as="section" aria-labelledby="open-text" className={styles.panel}>
      <Button variant="quiet" className={styles.back} onClick={() => onOpen()}>
        <Icon of={IconArrowLeft} />
        All texts
      </Button>
      <header className={styles.head}>
        <h2 id="open-text" ref={heading} tabIndex={-1}>
          {name}
        </h2>
        <Marks of={shown} />
        <SaveState kept={kept} stored={stored} />
        <Button
          aria-pressed={previewed}
          onClick={() => onPreview(!previewed)}
          className={styles.previewButton}
        >
          <Icon of={IconEye} />
          Preview
        </Button>
      </header>
      {isInConflict(shown) && <ConflictTexts shown={shown} keeper={keeper} />}
      <div className={styles.sheets} data-previewed={previewed || undefined}>
        <div className={styles.form}>
          {text === null ? (
            <RemovedText shown={shown} onRestore={() => change(textOrFormer(shown))} />
          ) : (
            <TextForm path={path} text={text} known={known} onChange={change} />
          )}
          <footer className={styles.panelActions}>
            <Button onClick={() => setHistoryOpen(true)}>
              <Icon of={IconHistory} />
              History
            </Button>
            {isEntry && text !== null && (
              <>
                <Button onClick={duplicate}>
                  <Icon of={IconCopy} />
                  Duplicate
                </Button>
                <Button onClick={remove}>
                  <Icon of={IconTrash} />
                  Remove
                </Button>
              </>
            )}
            {stored?.draft && textBefore(shown) !== null && text !== null && (
              <Button onClick={discard}>Discard the draft</Button>
            )}
          </footer>
        </div>
        {previewed && (
          <ErrorBoundary fallback={<p>The preview could not be shown.</p>}>
            <Suspense fallback={<p>The preview is being loaded.</p>}>{preview}</Suspense>
          </ErrorBoundary>
        )}
      </div>
      {historyOpen && (
        <HistoryDialog
          shown={shown}
          onClose={() => setHistoryOpen(false)}
          onBringBack={(former) => {
            setHistoryOpen(false)
            keeper.edit(path, former)
            showToast('Brought back, as a draft.', { label: 'Undo', run: () => keeper.edit(path, text) })
          }}
        />
      )}
    </Card>
  )
}

function RemovedText({ shown, onRestore }: { shown: ShownText; onRestore: () => void }) {
  return (
    <div>
      <p>
        {shown.published === null
          ? 'This text is removed.'
          : 'Visitors still have this text. It leaves the site when its removal is published.'}
      </p>
      <Button onClick={onRestore} className={styles.restore}>
        Keep it
      </Button>
    </div>
  )
}

/** Whether what was typed is on the server. */
function SaveState({ kept, stored }: Pick<ShownText, 'kept' | 'stored'>) {
  if (kept?.state === 'refused') {
    return (
      <Alert>
        <p>Not saved. {kept.reason}</p>
      </Alert>
    )
  }
  return (
    <p role="status" className={styles.saveState} data-state={kept?.state}>
      {kept
        ? sentences[kept.state]
        : stored?.draft
          ? 'Saved'
          : stored?.scheduled && `Will be published ${moment(stored.scheduled.publish_at)}`}
    </p>
  )
}

const sentences = {
  saving: 'Saving…',
  unreached: 'Not saved: no connection, kept on this device',
  conflict: 'Not saved: choose one of the two texts',
  refused: '',
}
