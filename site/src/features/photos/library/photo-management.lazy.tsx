import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { count } from '../../../lib/text'
import { Button } from '../../../ui/button'
import { PageDropzone } from '../../../ui/dropzone'
import { usePageErrors } from '../../../ui/form-errors'
import { Icon } from '../../../ui/icon'
import { IconUpload } from '../../../ui/icons'
import { Stack, WithRail } from '../../../ui/layout'
import { ListScreen, StaffOnly } from '../../../ui/list-screen'
import { everything } from '../../../api/use-images'
import { useAuth } from '../../auth/use-auth'
import { CreateGallery } from '../galleries/create-gallery'
import { GalleryList } from '../galleries/gallery-list'
import { imageFiles, imageHint, whyNotUploaded } from '../upload/image-files'
import { withDistinctNames } from '../image-labels'
import { ImageTable } from './image-table'
import { usePhotos } from '../queries'
import { onUploadEnd, percentOf, useUploads, type Outcome } from '../upload/upload-queue'
import { UploadSheet, useChosenImages } from '../upload/upload-sheet'

const texts = {
  title: 'Photos',
  loading: 'Loading photo management interface...',
  denied: 'You must be an administrator to manage photos and galleries.',
  failure: 'Failed to load images or galleries. Access denied or server error.',
}

export default function PhotoManagement() {
  const auth = useAuth()
  return (
    <StaffOnly texts={texts} auth={auth}>
      <PhotoScreen user={auth.user?.id ?? 0} />
    </StaffOnly>
  )
}

function PhotoScreen({ user }: { user: number }) {
  const { list, galleries, ...lists } = usePhotos()
  const pageErrors = usePageErrors()
  const formErrors = usePageErrors()
  const uploads = useUploads()
  const chosen = useChosenImages()
  // The dashboard's link opens it.
  const [sheetOpen, setSheetOpen] = useState(useLocation().hash === '#upload')
  const [newSince, setNewSince] = useState(Infinity)
  const choices = galleries && withDistinctNames(galleries)
  const summary =
    list && galleries && `${count(list.total, 'photo')} in ${count(galleries.length, 'gallery', 'galleries')}`

  const showNew = useEffectEvent(({ succeeded }: Outcome) => {
    if (succeeded > 0) list?.change(everything)
    flushSync(() => setSheetOpen(false))
    // The new rows are at the top.
    window.scrollTo({ top: 0 })
  })
  useEffect(() => onUploadEnd((outcome) => showNew(outcome)), [])
  // The rows that come from now on are new.
  const newest = list?.newest ?? 0
  if (uploads.running && newSince === Infinity && list) setNewSince(newest)

  return (
    <ListScreen
      texts={texts}
      lists={lists}
      pageErrors={pageErrors}
      summary={summary}
      actions={
        <Button variant="primary" onClick={() => setSheetOpen(true)}>
          <Icon of={IconUpload} size={18} />
          <span>
            {uploads.running && !sheetOpen ? `Uploading... (${percentOf(uploads)}%)` : 'Upload photos'}
          </span>
        </Button>
      }
    >
      <WithRail>
        {list && <ImageTable {...{ list, pageErrors, newSince }} galleries={choices} />}
        <Stack gap="lg">
          <GalleryList galleries={galleries} />
          <CreateGallery pageErrors={pageErrors} />
        </Stack>
      </WithRail>
      <UploadSheet
        open={sheetOpen}
        onClose={() => setSheetOpen(false)}
        galleries={choices}
        chosen={chosen}
        errors={formErrors}
        user={user}
        onStart={pageErrors.clear}
      />
      {!uploads.running && (
        <PageDropzone
          {...imageFiles}
          hint={`${imageHint} each`}
          onChoose={(files) => {
            chosen.add(files)
            setSheetOpen(true)
          }}
          onRefuse={(file) => pageErrors.add({ text: whyNotUploaded(file) })}
        >
          Drop photos to upload them
        </PageDropzone>
      )}
    </ListScreen>
  )
}
