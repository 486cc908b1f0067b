import { Note } from '../../../ui/note'
import type { PointerEvent } from 'react'
import type { ImageRecord } from '../../../api/types'
import { cx } from '../../../lib/cx'
import { Row, Stack } from '../../../ui/layout'
import { Photo } from '../../../ui/photo'
import { TextAction } from '../../../ui/row-actions'
import styles from '../photos.module.css'

interface FocalPoint {
  x: number
  y: number
}

interface FocalPointFieldProps {
  image: ImageRecord
  /** Null for the centre. */
  point: FocalPoint | null
  onChange: (point: FocalPoint | null) => void
}

const axes = [
  ['x', 'Focal point from the left'],
  ['y', 'Focal point from the top'],
] as const

const crops = ['Banner', 'Thumbnail', 'Gallery'] as const

/** Sets the focal point with a press on the image, or with sliders from the keyboard, and previews the crops. */
export function FocalPointField({ image, point, onChange }: FocalPointFieldProps) {
  const { x, y } = point ?? { x: 50, y: 50 }
  const { width, height } = image
  function pick({ currentTarget, clientX, clientY, buttons }: PointerEvent<HTMLElement>): void {
    if (buttons !== 1) return
    const box = currentTarget.getBoundingClientRect()
    const percent = (part: number) => Math.round(Math.max(0, Math.min(1, part)) * 100)
    onChange({ x: percent((clientX - box.left) / box.width), y: percent((clientY - box.top) / box.height) })
  }
  return (
    <fieldset>
      <legend className="visually-hidden">Focal point</legend>
      <Stack>
        {/* Has its size before the image has loaded, so that nothing below moves. */}
        <div
          className={styles.focalImage}
          style={{ aspectRatio: `${width} / ${height}`, maxWidth: `calc(20rem * ${width / height})` }}
          onPointerDown={pick}
          onPointerMove={pick}
        >
          <Photo of={image} sizes="27rem" alt={image.alt_text} draggable={false} />
          <span className={styles.focalMark} style={{ left: `${x}%`, top: `${y}%` }} />
        </div>
        <Note>Focal point: click the part that must stay visible when the photo is cropped.</Note>
        <Stack gap="sm" className={cx(styles.sliders, 'visually-hidden')}>
          {axes.map(([axis, label]) => (
            <label key={axis}>
              {label}
              <input
                type="range"
                value={axis === 'x' ? x : y}
                aria-valuetext={`${axis === 'x' ? x : y} percent`}
                onChange={({ target }) => onChange({ x, y, [axis]: Number(target.value) })}
              />
            </label>
          ))}
        </Stack>
        <Row className={styles.crops}>
          {crops.map((crop) => (
            <figure key={crop}>
              <Photo of={{ ...image, focal_point: point }} sizes="10rem" alt={crop} />
              <figcaption aria-hidden="true">{crop}</figcaption>
            </figure>
          ))}
        </Row>
        {point && (
          <div>
            <TextAction onClick={() => onChange(null)}>Back to the centre</TextAction>
          </div>
        )}
      </Stack>
    </fieldset>
  )
}
