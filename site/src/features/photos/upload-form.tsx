import { useEffect, useState, type SubmitEvent } from 'react'
import { isNetworkError, serverMessage } from '../../api/api-error'
import type { Gallery } from '../../api/types'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { Field } from '../../ui/field'
import { formText } from '../../ui/form-text'
import { Progress } from '../../ui/progress'
import { Select } from '../../ui/select'
import { tell, tellFailure } from '../../ui/tell'
import { ChosenFiles, type FileMark } from './chosen-files'
import type { Complaints } from './complaints'
import { DropWell } from './drop-well'
import styles from './form.module.css'
import { uploadAll, type UploadDetails } from './upload'

interface UploadFormProps {
  galleries: readonly Gallery[]
  complaints: Complaints
  onUploaded: () => Promise<void>
}

/** The form that uploads pictures, any number at a time. */
export function UploadForm({ galleries, complaints, onUploaded }: UploadFormProps) {
  const [files, setFiles] = useState<readonly File[]>([])
  const [percent, setPercent] = useState<number | null>(null)
  const [marks, setMarks] = useState<ReadonlyMap<File, FileMark>>(new Map())
  const uploading = percent !== null
  useWarningBeforeLeaving(uploading)

  async function upload(form: HTMLFormElement, details: UploadDetails): Promise<void> {
    setPercent(0)
    const { succeeded, failed } = await uploadAll(files, details, (step) => {
      setPercent(step.percent)
      setMarks((earlier) => new Map(earlier).set(step.file, step.failure ? 'failed' : 'done'))
      if (step.failure) complaints.add(failureOf(step.file, step.failure))
    })
    form.reset()
    setFiles([])
    setMarks(new Map())
    await onUploaded()
    setPercent(null)
    if (failed === 0) tell(`Successfully uploaded ${succeeded} image(s)!`)
    else tellFailure(`Finished uploading. ${succeeded} succeeded, ${failed} failed. Check errors.`)
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (uploading) return
    complaints.clear()
    const details = detailsOf(new FormData(event.currentTarget))
    if (files.length === 0 || details.title === '') {
      const text = 'At least one File and a Title are required for image upload.'
      complaints.add({ text }, { urgent: true })
    } else {
      void upload(event.currentTarget, details)
    }
  }

  return (
    <Card as="section" aria-labelledby="upload-images">
      <h2 id="upload-images" className={styles.title}>
        Upload images
      </h2>
      <form onSubmit={onSubmit} noValidate className={styles.form}>
        <DropWell
          disabled={uploading}
          onChoose={(chosen) => setFiles((earlier) => [...earlier, ...chosen])}
          onRefuse={(file) => complaints.add({ text: `${file.name} is not a JPEG, PNG, GIF or WebP image.` })}
        />
        {files.length > 0 && (
          <ChosenFiles
            files={files}
            marks={marks}
            onRemove={uploading ? undefined : (file) => setFiles(files.filter((other) => other !== file))}
          />
        )}
        <Field label="Base title" hint="Each picture is titled base title - file name.">
          {(control) => (
            <input {...control} name="title" autoComplete="off" aria-required readOnly={uploading} />
          )}
        </Field>
        <Field label="Description (optional)">
          {(control) => <textarea {...control} name="description" rows={2} readOnly={uploading} />}
        </Field>
        <Field label="Gallery (optional)">
          {(control) => (
            <Select {...control} name="gallery" disabled={uploading}>
              <option value="">No Gallery</option>
              {galleries.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {uploading && <Progress label="Upload progress" percent={percent} />}
        <Button type="submit" variant="primary" wide aria-disabled={uploading}>
          {uploading ? `Uploading... (${percent}%)` : 'Upload Image(s)'}
        </Button>
      </form>
    </Card>
  )
}

function detailsOf(data: FormData): UploadDetails {
  const gallery = formText(data, 'gallery')
  return {
    title: formText(data, 'title').trim(),
    description: formText(data, 'description').trim(),
    gallery: gallery === '' ? null : Number(gallery),
  }
}

function failureOf(file: File, failure: unknown) {
  const reason = isNetworkError(failure)
    ? 'The server was not reached.'
    : serverMessage(failure, 'image', 'title')
  return { text: `Failed to upload ${file.name}.`, reason }
}

function useWarningBeforeLeaving(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [active])
}
