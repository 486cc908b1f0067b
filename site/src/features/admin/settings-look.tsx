import { useState } from 'react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { accentError, accentFamilies, accentProperties, isAccentName } from '#model/accent'
import { checkFile } from '#model/check'
import { compile, type SiteContent } from '#model/compile'
import { parseEntries } from '#model/entry'
import { readForm, writeField } from '#model/form'
import { photoAddress, photoId } from '#model/images'
import { discardDrafts, listContent, publishDrafts, saveDraft } from '../../api/content'
import { publish } from '../../api/dashboard'
import { listImagesByIds, uploadImage } from '../../api/photos'
import { queryKeys } from '../../api/query-keys'
import type { ContentEntry } from '../../api/types'
import { usePublishing } from '../../api/use-publishing'
import { PageFrame } from '../../preview/page-frame'
import { Button } from '../../ui/button'
import { Modal } from '../../ui/dialog'
import { Dropzone, imageBytes, imageTypes } from '../../ui/dropzone'
import field from '../../ui/field.module.css'
import { Form, SubmitButton, useFormAction } from '../../ui/form'
import { firstMessage, formErrors } from '../../ui/form-errors'
import { Row, Stack } from '../../ui/layout'
import { SiteLink } from '../../ui/link'
import { LookFields, type Look as LookOf } from '../../ui/look-fields'
import { Note } from '../../ui/note'
import { Photo } from '../../ui/photo'
import { Skeleton } from '../../ui/progress'
import { CardBody, CardFoot, SettingsRow } from '../../ui/section'
import section from '../../ui/section.module.css'
import { showToast } from '../../ui/toast'

interface Look extends LookOf<(typeof accentFamilies)[number]['name']> {
  /** The address of the own image; empty for the drawn one. */
  share_image: string
}

const path = 'site.md'

/** The accent and the logo, which are content: saving them publishes them. */
export default function SettingsLook() {
  const { data } = useQuery({ queryKey: queryKeys.files, queryFn: listContent, refetchOnMount: 'always' })
  const stored = data?.files.find((text) => text.path === path)
  const source = stored && publishedText(stored)
  return (
    <SettingsRow title="Look" about="One accent for buttons, links and focus.">
      {!data ? (
        <CardBody>
          <Skeleton rows={4} />
        </CardBody>
      ) : source && !stored.draft && !stored.scheduled && !stored.conflict ? (
        <LookForm key={source} {...{ stored, source }} files={data.files} />
      ) : (
        <CardBody>
          <Note>
            <span>
              {source ? 'Your facts have changes that are not published yet.' : 'There is no content yet.'}
            </span>{' '}
            {source && <SiteLink to={`/content?file=${path}`}>Open them under Content</SiteLink>}
          </Note>
        </CardBody>
      )}
    </SettingsRow>
  )
}

const publishedText = ({ published }: ContentEntry) => published?.text ?? null

interface LookFormProps {
  stored: ContentEntry
  source: string
  files: readonly ContentEntry[]
}

function LookForm({ stored, source, files }: LookFormProps) {
  const [look, setLook] = useState(() => lookOf(source))
  const [preview, setPreview] = useState<SiteContent>()
  const client = useQueryClient()
  const isBuilt = usePublishing().data?.state !== 'off'
  const form = useFormAction(async (data) => {
    const text = withLook(source, look)
    const fields = errorsOf(text, look)
    if (Object.keys(fields).length > 0) return { fields }
    if (data.has('preview')) {
      setPreview(contentWith(files, text))
      return null
    }
    if (text === source) return { success: 'Nothing has changed.' }
    try {
      await publishText(stored, text)
    } catch (error) {
      return formErrors(error, 'The look could not be saved. Please try again.')
    }
    // The state of the pages says what goes wrong.
    if (isBuilt) await publish().catch(() => undefined)
    await client.invalidateQueries({ queryKey: queryKeys.content })
    void client.invalidateQueries({ queryKey: queryKeys.publishing })
    const root = document.documentElement
    for (const [name, value] of Object.entries(accentProperties(accentOf(look))))
      root.style.setProperty(name, value)
    showToast(isBuilt ? 'The look has been saved.' : 'The look has been saved for the next build.')
    return null
  })
  return (
    <>
      <Form {...form} className={section.form} noValidate>
        <CardBody>
          <LookFields
            colours={accentFamilies}
            look={look}
            onChange={(change) => setLook({ ...look, ...change })}
          />
          <ShareImage
            address={look.share_image}
            onChange={(share_image) => setLook({ ...look, share_image })}
          />
        </CardBody>
        <CardFoot>
          <Note as="div">Preview it before you save.</Note>
          <Row gap="sm">
            <SubmitButton name="preview" value="yes" variant="outline" busy="Preparing…">
              Preview
            </SubmitButton>
            <SubmitButton variant="outline" busy="Saving…">
              Save look
            </SubmitButton>
          </Row>
        </CardFoot>
      </Form>
      {preview && (
        <Modal title="Preview" size="photo" onClose={() => setPreview(undefined)}>
          <Stack gap="card">
            {(['light', 'dark'] as const).map((theme) => (
              <PageFrame
                key={theme}
                page="/"
                content={preview}
                theme={theme}
                width={1440}
                banner={null}
                maxHeight={302}
              />
            ))}
            <div>
              <Button onClick={() => setPreview(undefined)}>Close</Button>
            </div>
          </Stack>
        </Modal>
      )}
    </>
  )
}

interface ShareImageProps {
  address: string
  onChange: (address: string) => void
}

/** The image beside links to the site: drawn, or an own one, which becomes a photo of the library. */
function ShareImage({ address, onChange }: ShareImageProps) {
  const id = photoId(address)
  const { data: [photo] = [] } = useQuery({
    queryKey: [...queryKeys.images, 'named', [id]],
    queryFn: () => listImagesByIds(id === undefined ? [] : [id]),
    enabled: id !== undefined,
  })
  const upload = useMutation({
    mutationFn: (image: File) => {
      const title = image.name.replace(/\.[^.]*$/, '') || 'Share picture'
      return uploadImage({ image, title, description: '', altText: '', gallery: null })
    },
    onSuccess: (image) => onChange(photoAddress(image, path)),
  })
  const [refused, setRefused] = useState('')
  const failure = upload.isError ? `It could not be uploaded. ${firstMessage(upload.error)}` : refused
  return (
    <fieldset>
      <legend className={field.label}>
        <b>Share picture</b>
        <span> (optional)</span>
      </legend>
      <Stack gap="sm">
        {address === '' ? (
          <Dropzone
            accept={imageTypes}
            maxSize={imageBytes}
            multiple={false}
            disabled={upload.isPending}
            onChoose={([file]) => {
              setRefused('')
              if (file) upload.mutate(file)
            }}
            onRefuse={({ name }) =>
              setRefused(`${name} is not a JPEG, PNG, GIF or WebP image of at most 25 MB.`)
            }
            hint="Beside links to your site. Without one it is drawn from your name."
          >
            {upload.isPending ? 'Uploading…' : 'Choose a photo or drop it here'}
          </Dropzone>
        ) : (
          <Row gap="sm">
            {photo && <Photo of={photo} sizes="120px" alt="" width={120} />}
            <Note as="span">{photo?.title ?? address}</Note>
            <Button small onClick={() => onChange('')}>
              Use the drawn one
            </Button>
          </Row>
        )}
        {failure !== '' && <Note role="alert">{failure}</Note>}
      </Stack>
    </fieldset>
  )
}

const accentOf = ({ accent, own_colour }: Look) => own_colour.trim() || accent

/** The site's initial is the letter of a logo without one. */
const initialOf = (source: string) => Array.from([readForm(path, source)?.fields['initials']].join())[0] ?? ''

function lookOf(source: string): Look {
  const fields = readForm(path, source)?.fields ?? {}
  const { accent = 'cobalt', logo_letter = initialOf(source), share_image = '' } = fields
  const colour = String(accent)
  return {
    ...(isAccentName(colour) ? { accent: colour, own_colour: '' } : { accent: 'cobalt', own_colour: colour }),
    logo_letter: String(logo_letter),
    share_image: String(share_image),
  }
}

function withLook(source: string, look: Look): string {
  const before = lookOf(source)
  const [accent, letter] = [accentOf(look), look.logo_letter.trim()]
  let text = source
  // Without one the site is as light as before.
  if (accent !== accentOf(before)) text = writeField(text, 'accent', accent === 'cobalt' ? undefined : accent)
  if (letter !== before.logo_letter)
    text = writeField(text, 'logo_letter', letter === '' || letter === initialOf(source) ? undefined : letter)
  if (look.share_image !== before.share_image)
    text = writeField(text, 'share_image', look.share_image || undefined)
  return text
}

function errorsOf(text: string, look: Look): Record<string, string[]> {
  const colour = accentError(accentOf(look))
  const letter = checkFile(path, text).errors.find(({ field }) => field === 'logo_letter')
  return {
    ...(colour !== undefined && { own_colour: [colour] }),
    ...(letter && { logo_letter: [`${letter.message}. ${letter.hint}`] }),
  }
}

const contentWith = (stored: readonly ContentEntry[], changed: string) => {
  const files = stored.flatMap((text) => {
    const source = text.path === path ? changed : publishedText(text)
    return source === null ? [] : [[text.path, source] as const]
  })
  return compile(parseEntries(new Map(files))).content
}

/** Publishes the text, or leaves no draft of it. */
async function publishText({ published }: ContentEntry, text: string): Promise<void> {
  const draft = { path, text, base: published?.version ?? 0, revision: 0 }
  const { revision } = await saveDraft(draft)
  try {
    await publishDrafts([{ path, revision, title: 'Look' }], null)
  } catch (error) {
    await discardDrafts([{ path, revision }]).catch(() => undefined)
    throw error
  }
}
