import { useMemo, useState } from 'react'
import { type Known, checkFiles } from '../../../../ssg/model/check'
import { useQueryClient } from '@tanstack/react-query'
import { publishDrafts, type SeenDraft } from '../../api/content'
import { publish } from '../../api/dashboard'
import type { ContentTexts, Publishing } from '../../api/types'
import { queryKeys } from '../../api/query-keys'
import { useInvalidatingMutation } from '../../lib/use-invalidating-mutation'
import { count } from '../../lib/count'
import { Checkbox, TextField } from '../../ui/field'
import { Form, SubmitButton, useFormAction } from '../../ui/form'
import { formErrors } from '../../ui/form-errors'
import { Modal } from '../../ui/dialog'
import { showToast } from '../../ui/toast'
import { Difference } from './difference'
import type { DraftKeeper } from './draft-keeper'
import { fromField, moment } from './moment'
import { nameOf } from './outline'
import { isChanged, isInConflict, textBefore, type ShownText } from './shown-texts'
import { sentenceOf } from './text-form'
import { Marks } from './text-outline'
import { useKnown, type SitePages } from './use-known'
import styles from './content.module.css'

interface PublishDialogProps {
  shown: ReadonlyMap<string, ShownText>
  keeper: DraftKeeper
  missingImages: Known['missingImages']
  loadPages: () => Promise<SitePages>
  onClose: () => void
}

/** What is to be published, word by word: all drafts or some, now or at a time. */
export function PublishDialog({ shown, keeper, missingImages, loadPages, onClose }: PublishDialogProps) {
  const client = useQueryClient()
  const drafts = [...shown.values()].filter(isChanged)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [later, setLater] = useState(false)
  const chosen = drafts.filter(({ path }) => !left.has(path))
  // An entry that got another place leaves the former one.
  const paths = chosen.flatMap(({ path, moved }) => (moved ? [path, moved.from] : [path])).join('\n')
  const site = useMemo(() => siteWith(shown, new Set(paths.split('\n'))), [shown, paths])
  // A text that is left out may have the heading to which another leads, or may no longer have it.
  const known = useKnown(site, missingImages, loadPages)
  const mistakes = useMemo(() => mistakesIn(site, shown, known), [site, shown, known])
  const { mutateAsync } = useInvalidatingMutation(
    ({ drafts, at }: { drafts: SeenDraft[]; at: string | null }) => publishDrafts(drafts, at),
    queryKeys.content,
  )

  const form = useFormAction(async (data) => {
    if (chosen.length === 0) return { message: 'Choose at least one text.' }
    if (mistakes.length > 0) return { message: 'Mend the mistakes first, or leave their texts out.' }
    const inConflict = chosen.find(isInConflict)
    if (inConflict) {
      return {
        message: `There are two texts of “${nameOf(inConflict)}”. Open it and choose one, or leave it out.`,
      }
    }
    const value = data.get('publish_at')
    const at = later && typeof value === 'string' ? fromField(value) : null
    if (later && at === null) return { fields: { publish_at: ['Give a day and a time.'] } }
    if (!(await keeper.flush()))
      return { message: 'Not all drafts are saved yet: see the marks in the list.' }
    const revisions = revisionsOf(
      client.getQueryData<ContentTexts>(queryKeys.texts),
      new Set(paths.split('\n')),
    )
    // A draft that says what is published by now is none any more.
    if (revisions.length === 0) return { message: 'There is nothing to publish: visitors have these texts.' }
    try {
      await mutateAsync({ drafts: revisions, at })
    } catch (error) {
      void client.invalidateQueries({ queryKey: queryKeys.content })
      return formErrors(error, 'The texts could not be published.')
    }
    // Whoever publishes now waits for the pages. What goes wrong, their state says.
    const isBuilt = client.getQueryData<Publishing>(queryKeys.publishing)?.state !== 'off'
    if (at === null && isBuilt) await publish().catch(() => undefined)
    void client.invalidateQueries({ queryKey: queryKeys.publishing })
    onClose()
    const texts = count(chosen.length, 'text')
    if (at !== null) showToast(`${texts} will be published ${moment(at)}.`)
    else if (isBuilt) showToast(`Published ${texts}.`)
    else showToast(`Published ${texts}, for the next build of the pages: nothing starts it by itself.`)
    return null
  })

  return (
    <Modal title="Publish" onClose={onClose}>
      <Form {...form} noValidate>
        <ul className={styles.entries}>
          {drafts.map((draft) => (
            <li key={draft.path}>
              <Checkbox
                checked={!left.has(draft.path)}
                onChange={({ target }) => {
                  const next = new Set(left)
                  if (target.checked) next.delete(draft.path)
                  else next.add(draft.path)
                  setLeft(next)
                }}
              >
                {nameOf(draft)}
              </Checkbox>
              <Marks of={draft} but="draft" />
              <Difference path={draft.path} before={textBefore(draft)} after={draft.text} />
            </li>
          ))}
        </ul>
        {mistakes.length > 0 && (
          <div role="status" className={styles.refused}>
            <p>Before these texts are published, mend:</p>
            <ul>
              {mistakes.map(({ where, sentence }, index) => (
                <li key={index}>
                  {where}: {sentence}
                </li>
              ))}
            </ul>
          </div>
        )}
        <Checkbox checked={later} onChange={({ target }) => setLater(target.checked)}>
          At a later time
        </Checkbox>
        {later && <TextField name="publish_at" label="Day and time" type="datetime-local" />}
        <SubmitButton variant="primary" wide busy="Publishing...">
          {later ? 'Publish at that time' : `Publish ${count(chosen.length, 'text')} now`}
        </SubmitButton>
      </Form>
    </Modal>
  )
}

/** The texts of the site once the chosen drafts are published, by path. */
function siteWith(shown: ReadonlyMap<string, ShownText>, chosen: ReadonlySet<string>): Map<string, string> {
  const site = new Map<string, string>()
  for (const [path, { text, published }] of shown) {
    const there = chosen.has(path) ? text : published
    if (there !== null) site.set(path, there)
  }
  return site
}

function mistakesIn(site: ReadonlyMap<string, string>, shown: ReadonlyMap<string, ShownText>, known: Known) {
  return checkFiles(site, known).errors.map((mistake) => {
    const found = shown.get(mistake.path)
    return { where: found ? nameOf(found) : mistake.path, sentence: sentenceOf(mistake) }
  })
}

/** The drafts as the server has them: which of their texts was seen. */
function revisionsOf(stored: ContentTexts | undefined, paths: ReadonlySet<string>): SeenDraft[] {
  return (stored?.texts ?? []).flatMap(({ path, draft }) =>
    draft && paths.has(path) ? [{ path, revision: draft.revision }] : [],
  )
}
