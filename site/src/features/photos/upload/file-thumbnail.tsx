import { useEffect, useRef } from 'react'
import tile from '../../../ui/row-tile.module.css'

const pixels = 112

/** A square thumbnail of a file that is not uploaded yet; blank if the browser cannot decode it. */
export function FileThumbnail({ file }: { file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let gone = false
    void enqueue(async () => {
      if (!gone && canvas.current) await draw(file, canvas.current)
    })
    return () => {
      gone = true
    }
  }, [file])
  return <canvas ref={canvas} width={pixels} height={pixels} className={tile.thumbnail} aria-hidden="true" />
}

let last = Promise.resolve()

/** Runs one task at a time, because a photo takes some 50 MB while it is being decoded. */
function enqueue(work: () => Promise<void>): Promise<void> {
  last = last.then(work).catch(() => undefined)
  return last
}

async function draw(file: File, canvas: HTMLCanvasElement): Promise<void> {
  const bitmap = await createImageBitmap(file, { resizeWidth: pixels * 1.5, resizeQuality: 'medium' })
  const side = Math.min(bitmap.width, bitmap.height)
  const left = (bitmap.width - side) / 2
  const top = (bitmap.height - side) / 2
  canvas.getContext('2d')?.drawImage(bitmap, left, top, side, side, 0, 0, pixels, pixels)
  bitmap.close()
}
