import { useEffect, useState } from 'react'
import { Note } from './note'

/** Says which of the files are animated GIFs: the site keeps their first image only. */
export function AnimatedNote({ files }: { files: readonly File[] }) {
  const [animated, setAnimated] = useState<readonly File[]>([])
  useEffect(() => {
    let current = true
    void Promise.all(files.map(isAnimated)).then((answers) => {
      if (current) setAnimated(files.filter((_, index) => answers[index]))
    })
    return () => {
      current = false
    }
  }, [files])
  return animated.map(({ name }, index) => (
    <Note key={index} role="status">
      {name} is animated. Only its first image is kept.
    </Note>
  ))
}

async function isAnimated(file: File): Promise<boolean> {
  if (file.type !== 'image/gif') return false
  try {
    const text = new TextDecoder('latin1').decode(await file.arrayBuffer())
    // Two graphic control extensions before an image (GIF89a, 23). The server refuses an animated WebP.
    return text.split('!\xf9\x04').filter((part) => part.startsWith('\0,', 4)).length > 1
  } catch {
    return false // Uploading it says why it cannot be read.
  }
}
