import { Fact, Note } from '../../../ui/note'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { deleteGallery, updateGallery, type GalleryChanges } from '../../../api/photos'
import { queryKeys } from '../../../api/query-keys'
import type { Gallery, Publishing } from '../../../api/types'
import { usePublishing } from '../../../api/use-publishing'
import { share } from '../../../lib/sharing'
import { count } from '../../../lib/text'
import { useInvalidatingMutation } from '../../../lib/use-invalidating-mutation'
import { Button } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { formatTime } from '../../../ui/date-time'
import { EmptyState } from '../../../ui/empty-state'
import { Checkbox, TextField } from '../../../ui/field'
import { changedTexts, Form, SubmitButton, trimmedTexts, useFormAction } from '../../../ui/form'
import { pageError, type PageErrors } from '../../../ui/form-errors'
import { Icon } from '../../../ui/icon'
import { IconButton } from '../../../ui/icon-button'
import { IconTrash } from '../../../ui/icons'
import { Grid, Row, Toolbar } from '../../../ui/layout'
import { actionClass, TextAction } from '../../../ui/row-actions'
import { CardBody, CardFoot } from '../../../ui/section'
import { SiteLink } from '../../../ui/link'
import { useRestore } from '../../../api/use-restore'
import { confirm } from '../../../ui/confirm'
import { useRemoval } from '../../../ui/use-removal'
import { Cover, frontPageFirst, GalleryHead, isOnFrontPage, whyNotShown } from './gallery-list'
import { sentences, textsNaming } from '../library/texts-naming'
import styles from '../photos.module.css'

interface GalleryCardsProps {
  galleries: readonly Gallery[]
  pageErrors: PageErrors
}

/** All galleries. At most one of them is being edited. */
export function GalleryCards({ galleries, pageErrors }: GalleryCardsProps) {
  const [editing, setEditing] = useState<number | null>(null)
  const edit = useRef<HTMLButtonElement>(null)
  const removal = useRemoval({
    question:
      'Are you sure you want to delete this gallery? This will not delete the images inside it; they will become unassigned.',
    action: 'Delete gallery',
    failure: 'Failed to delete gallery.',
    remove: deleteGallery,
    restore: useRestore(),
    invalidates: queryKeys.photos,
    pageErrors,
  })
  const [last, setLast] = useState<number | null>(null)
  const close = () => {
    flushSync(() => setEditing(null))
    edit.current?.focus()
  }
  return (
    <section aria-labelledby="galleries">
      <h2 id="galleries" tabIndex={-1} data-list-heading className="visually-hidden">
        All galleries
      </h2>
      {galleries.length === 0 && (
        <Card>
          <EmptyState>No galleries created yet.</EmptyState>
        </Card>
      )}
      <Grid as="ul" columns="wide" gap="card" className={styles.cards}>
        {frontPageFirst(galleries).map((gallery) => (
          <Card
            as="li"
            key={gallery.id}
            tabIndex={-1}
            flush
            data-row={gallery.id}
            data-front={isOnFrontPage(gallery) || undefined}
            data-pending={removal.pendingId === gallery.id || undefined}
            data-editing={editing === gallery.id || undefined}
          >
            <Cover gallery={gallery} images={isOnFrontPage(gallery) ? 6 : 3} />
            {editing === gallery.id ? (
              <GalleryEditor gallery={gallery} pageErrors={pageErrors} onClose={close} />
            ) : (
              <>
                <CardBody>
                  <div>
                    <Toolbar gap="sm">
                      <GalleryHead gallery={gallery} as="h3" />
                      <Fact as="span">{count(gallery.image_count, 'photo')}</Fact>
                    </Toolbar>
                    <Note>{gallery.description || 'No description'}</Note>
                  </div>
                  <NotShown gallery={gallery} galleries={galleries} />
                </CardBody>
                <CardFoot>
                  <Row gap="sm">
                    <SiteLink
                      to={`/galleries/${gallery.id}`}
                      aria-label={`Arrange ${gallery.name}`}
                      className={actionClass}
                    >
                      Arrange
                    </SiteLink>
                    <TextAction
                      ref={last === gallery.id ? edit : null}
                      aria-label={`Edit ${gallery.name}`}
                      aria-describedby={`not-shown-${gallery.id}`}
                      onClick={() => {
                        pageErrors.clear()
                        setEditing(gallery.id)
                        setLast(gallery.id)
                      }}
                    >
                      Edit
                    </TextAction>
                    <TextAction
                      aria-label={`Share ${gallery.name}`}
                      onClick={() =>
                        share({ name: gallery.name, thing: { kind: 'gallery', gallery: gallery.id } })
                      }
                    >
                      Share
                    </TextAction>
                    {gallery.shown && gallery.image_count > 0 && <View gallery={gallery} />}
                  </Row>
                  <IconButton
                    label={`Delete ${gallery.name}`}
                    onClick={() => void removal.start(gallery, warningOf(gallery))}
                  >
                    <Icon of={IconTrash} />
                  </IconButton>
                </CardFoot>
              </>
            )}
          </Card>
        ))}
      </Grid>
    </section>
  )
}

/** A link to the gallery's page, once visitors see it; until then when that is. */
function View({ gallery: { name, slug, on_site } }: { gallery: Gallery }) {
  const { data: publishing } = usePublishing()
  if (on_site !== true) return <Fact as="span">{publishing ? untilView(publishing) : notYet}</Fact>
  return (
    <a href={`/gallery/${slug}`} aria-label={`View ${name} on the site`} className={actionClass}>
      View
    </a>
  )
}

const notYet = 'Not on the site yet'

function untilView({ state, method, due_at }: Publishing): string {
  if (state === 'off') return 'On the site after the next build'
  if (state === 'failed' || (state === 'waiting' && due_at === null)) return notYet
  if (method !== 'hook') return 'On the site in a few seconds'
  return state === 'waiting' && due_at ? `On the site after the build at ${formatTime(due_at)}` : notYet
}

/** The description of the button *Edit*, because the name was given there. */
function NotShown({ gallery, galleries }: { gallery: Gallery; galleries: readonly Gallery[] }) {
  const why = whyNotShown(gallery, galleries)
  return why && <Note id={`not-shown-${gallery.id}`}>{why}</Note>
}

async function warningOf(gallery: Gallery): Promise<string | undefined> {
  const banner = 'The round banner on the home page shows this gallery. Without it, it shows initials.'
  return sentences(isOnFrontPage(gallery) ? banner : undefined, await textsNaming({ gallery: gallery.slug }))
}

/** Asks before a gallery is hidden that texts link to. */
async function mayHide({ slug }: Gallery): Promise<boolean> {
  const warning = await textsNaming({ gallery: slug })
  const question = 'Are you sure you want to hide this gallery?'
  return warning === undefined || confirm(question, { action: 'Hide gallery', warning })
}

interface GalleryEditorProps {
  gallery: Gallery
  pageErrors: PageErrors
  onClose: () => void
}

/** Edits a gallery's name and description, and whether the site shows it. Enter saves, Escape cancels. */
function GalleryEditor({ gallery, pageErrors, onClose }: GalleryEditorProps) {
  const { mutateAsync } = useInvalidatingMutation(
    (changes: GalleryChanges) => updateGallery(gallery.id, changes),
    queryKeys.photos,
  )
  const name = useRef<HTMLInputElement>(null)
  const form = useFormAction(async (data) => {
    pageErrors.clear()
    const texts = trimmedTexts(data, 'name', 'description')
    const shown = data.has('shown')
    if (texts.name === '') return { fields: { name: ['Gallery name cannot be empty.'] } }
    if (gallery.shown && !shown && !(await mayHide(gallery))) return null
    try {
      await mutateAsync({ ...changedTexts(texts, gallery), ...(shown !== gallery.shown && { shown }) })
      onClose()
    } catch (error) {
      const failure = pageError('Failed to save gallery changes.', error, 'name', 'description')
      pageErrors.add(failure, { urgent: true })
    }
    return null
  })
  const { pending } = form
  useEffect(() => {
    name.current?.focus()
    name.current?.select()
  }, [])

  return (
    <Form
      {...form}
      locks
      aria-label={`Edit ${gallery.name}`}
      noValidate
      onKeyDown={({ key }) => key === 'Escape' && !pending && onClose()}
    >
      <CardBody>
        <TextField
          ref={name}
          name="name"
          label="Name"
          defaultValue={gallery.name}
          autoComplete="off"
          aria-required
        />
        <TextField
          name="description"
          label="Description (optional)"
          defaultValue={gallery.description}
          autoComplete="off"
        />
        <div>
          <Checkbox name="shown" defaultChecked={gallery.shown} aria-describedby={`shown-${gallery.id}`}>
            Show on the site
          </Checkbox>
          <Note id={`shown-${gallery.id}`}>Visitors see its photos at /gallery/{gallery.slug}.</Note>
        </div>
      </CardBody>
      <CardFoot>
        <Button aria-disabled={pending} onClick={() => !pending && onClose()}>
          Cancel
        </Button>
        <SubmitButton variant="primary" busy="Saving...">
          Save
        </SubmitButton>
      </CardFoot>
    </Form>
  )
}
