import { useState } from 'react'
import type { ImageRecord } from '../../api/types'
import { Button } from '../../ui/button'
import { Dropzone } from '../../ui/dropzone'
import styles from './edit-image.module.css'
import { pictureBytes, pictureTypes, whyRefused } from './picture-files'
import { Preview } from './preview'

interface ReplacementProps {
  image: ImageRecord
  file: File | undefined
  onChoose: (file: File | undefined) => void
  disabled: boolean
}

/** Shows the current picture, and lets the visitor choose a file that replaces it. */
export function Replacement({ image, file, onChoose, disabled }: ReplacementProps) {
  const [refusal, setRefusal] = useState('')
  const choose = (chosen: File | undefined) => {
    setRefusal('')
    onChoose(chosen)
  }
  return (
    <div className={styles.pictures}>
      <img src={image.thumbnail_url} alt={image.alt_text} width={96} height={96} />
      <div className={styles.replacement}>
        <Dropzone
          accept={pictureTypes}
          maxSize={pictureBytes}
          multiple={false}
          disabled={disabled}
          onChoose={([chosen]) => choose(chosen)}
          onRefuse={(refused) => setRefusal(whyRefused(refused))}
          hint="JPEG, PNG, GIF or WebP, up to 25 MB"
        >
          <b>Replace the picture</b> (optional)
        </Dropzone>
        {refusal && (
          <p role="alert" className={styles.refusal}>
            {refusal}
          </p>
        )}
        {file && (
          <div role="group" aria-label="Replacement" className={styles.chosen}>
            <Preview file={file} />
            <span className={styles.name}>{file.name}</span>
            <Button variant="quiet" aria-disabled={disabled} onClick={() => !disabled && choose(undefined)}>
              Keep the old one
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
