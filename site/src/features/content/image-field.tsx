import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { imagePath, photoAddress, photoId } from '#model/images'
import type { FieldModel } from '#model/fields'
import { listImagesByIds } from '../../api/photos'
import { queryKeys } from '../../api/query-keys'
import { Button } from '../../ui/button'
import { Note } from '../../ui/note'
import { Icon } from '../../ui/icon'
import { IconButton } from '../../ui/icon-button'
import { IconX } from '../../ui/icons'
import { Row } from '../../ui/layout'
import { FieldGroup } from './field-group'
import { PhotoDialog } from './photo-dialog'
import { photoDrop } from './photo-drop'
import { imageSource, type Images } from './use-known'
import styles from './content.module.css'

interface ImageFieldProps {
  field: FieldModel
  value: string
  /** The file's path, from which the image is addressed. */
  path: string
  images: Images
  /** Gets the address and the alternative text; undefined removes both. */
  onChange: (address: string | undefined, altText?: string) => void
}

/** An image of the library, or a new one. */
export function ImageField({ field, value, path, images, onChange }: ImageFieldProps) {
  const [choosing, setChoosing] = useState<{ file?: File }>()
  const button = useRef<HTMLButtonElement>(null)
  const place = value === '' ? '' : imagePath({ address: value, alt: field.label }, path)
  const id = typeof place === 'string' ? photoId(place) : undefined
  const { data: [photo] = [] } = useQuery({
    queryKey: [...queryKeys.images, 'named', [id]],
    queryFn: () => listImagesByIds(id === undefined ? [] : [id]),
    enabled: id !== undefined,
  })
  const source = photo?.thumbnail_url ?? imageSource(images, value, path)

  function remove(): void {
    flushSync(() => onChange(undefined))
    button.current?.focus()
  }

  return (
    <FieldGroup field={value === '' ? { ...field, hint: 'Or drop one here.' } : { ...field, hint: '' }}>
      <Row className={styles.image} {...photoDrop(([file]) => setChoosing(file ? { file } : {}))}>
        {value !== '' && (
          <>
            {source !== undefined && <img src={source} alt="" />}
            <div>
              <b className="one-line">{photo?.title ?? value}</b>
              <Note>{photo?.gallery_name && `From ${photo.gallery_name}`}</Note>
            </div>
          </>
        )}
        <Button ref={button} variant={value === '' ? 'outline' : 'quiet'} onClick={() => setChoosing({})}>
          {value === '' ? 'Choose a photo' : 'Change'}
        </Button>
        {value !== '' && (
          <IconButton label={`Remove ${field.label.toLowerCase()}`} onClick={remove}>
            <Icon of={IconX} />
          </IconButton>
        )}
      </Row>
      {choosing && (
        <PhotoDialog
          {...choosing}
          action="Use photo"
          onClose={() => setChoosing(undefined)}
          onChoose={(image, altText) => {
            setChoosing(undefined)
            onChange(photoAddress(image, path), altText)
          }}
        />
      )}
    </FieldGroup>
  )
}
