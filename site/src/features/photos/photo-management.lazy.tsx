import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { count } from '../../lib/text'
import { Button } from '../../ui/button'
import { PageDropzone } from '../../ui/dropzone'
import { usePageErrors } from '../../ui/form-errors'
import { Icon } from '../../ui/icon'
import { IconUpload } from '../../ui/icons'
import { Stack, WithRail } from '../../ui/layout'
import { ListScreen, StaffOnly } from '../../ui/list-screen'
import { showErrorToast, showToast } from '../../ui/toast'
import { everything } from '../../api/use-images'
import { useAuth } from '../auth/use-auth'
import { CreateGallery } from './create-gallery'
import { GalleryList } from './gallery-list'
import { imageFiles, imageHint, whyNotUploaded } from './image-files'
import { withDistinctNames } from './image-labels'
import { ImageTable } from './image-table'
import { usePhotos } from './queries'
import { UnfinishedUploads } from './unfinished-uploads'
import { progressOf, type Progress } from './upload-machine'
import { UploadSheet } from './upload-sheet'
import { useUpload } from './use-upload'

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
  const upload = useUpload(pageErrors, user)
  // The dashboard's link opens it.
  const [sheetOpen, setSheetOpen] = useState(useLocation().hash === '#upload')
  const [newSince, setNewSince] = useState(Infinity)
  const choices = galleries && withDistinctNames(galleries)
  const summary =
    list && galleries && `${count(list.total, 'photo')} in ${count(galleries.length, 'gallery', 'galleries')}`
  const { percent } = progressOf(upload.queue)

  async function run(start: () => Promise<Progress>): Promise<void> {
    pageErrors.clear()
    setNewSince(Math.min(newSince, list?.newest ?? 0))
    let outcome: Progress
    try {
      outcome = await start()
    } catch {
      const text =
        'The upload stopped unexpectedly. Check which photos are in the list, then upload the rest.'
      pageErrors.add({ text }, { urgent: true })
      return
    }
    const { succeeded, failed } = outcome
    if (succeeded > 0) list?.change(everything)
    flushSync(() => setSheetOpen(false))
    // The new rows are at the top.
    window.scrollTo({ top: 0 })
    if (failed === 0) showToast(`Successfully uploaded ${succeeded} image(s)!`)
    else showErrorToast(`Finished uploading. ${succeeded} succeeded, ${failed} failed. Check errors.`)
  }

  return (
    <ListScreen
      texts={texts}
      lists={lists}
      pageErrors={pageErrors}
      summary={summary}
      actions={
        <Button variant="primary" onClick={() => setSheetOpen(true)}>
          <Icon of={IconUpload} size={18} />
          <span>{upload.queue.running && !sheetOpen ? `Uploading... (${percent}%)` : 'Upload photos'}</span>
        </Button>
      }
    >
      <UnfinishedUploads
        upload={upload}
        onResume={() => {
          setSheetOpen(true)
          void run(upload.resume)
        }}
      />
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
        upload={upload}
        errors={formErrors}
        onStart={(details) => run(() => upload.start(details))}
      />
      {!upload.queue.running && (
        <PageDropzone
          {...imageFiles}
          hint={`${imageHint} each`}
          onChoose={(files) => {
            upload.choose(files)
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
