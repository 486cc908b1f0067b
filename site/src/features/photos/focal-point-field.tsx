import type { PointerEvent } from 'react'
import type { ImageRecord } from '../../api/types'
import { objectPosition } from '../../lib/object-position'
import { Button } from '../../ui/button'
import styles from './photos.module.css'

export interface FocalPoint {
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

/** Chooses the point that stays in sight where a picture is cropped, by pointer or by keys; shows at once what becomes of it. */
export function FocalPointField({ image, point, onChange }: FocalPointFieldProps) {
  const { x, y } = point ?? { x: 50, y: 50 }
  function pick({ currentTarget, clientX, clientY, buttons }: PointerEvent<HTMLElement>): void {
    if (buttons !== 1) return
    const box = currentTarget.getBoundingClientRect()
    const percent = (part: number) => Math.round(Math.max(0, Math.min(1, part)) * 100)
    onChange({ x: percent((clientX - box.left) / box.width), y: percent((clientY - box.top) / box.height) })
  }
  const position = { objectPosition: objectPosition(point) }
  return (
    <fieldset className={styles.focal}>
      <legend>What stays in sight where the picture is cropped</legend>
      <div className={styles.focalPicture} onPointerDown={pick} onPointerMove={pick}>
        <img src={image.image_url} alt="" draggable={false} />
        <span className={styles.focalMark} style={{ left: `${x}%`, top: `${y}%` }} />
      </div>
      <div className={styles.focalPreviews}>
        <img src={image.image_url} alt="In the round banner" style={position} />
        <img src={image.thumbnail_url} alt="As a thumbnail" style={position} />
      </div>
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
      <Button variant="quiet" aria-disabled={point === null} onClick={() => onChange(null)}>
        Back to the centre
      </Button>
    </fieldset>
  )
}
