import { useEffect, useState } from 'react'
import { Note } from './note'

/** Says which of the files are animated: the site keeps their first image only. */
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
  if (file.type !== 'image/gif' && file.type !== 'image/webp') return false
  try {
    const text = new TextDecoder('latin1').decode(await file.arrayBuffer())
    // The animation chunk at its place (RFC 9649, 2.7), or two graphic control extensions before an image (GIF89a, 23).
    if (file.type === 'image/webp') return text.startsWith('ANIM', 30)
    return text.split('!\xf9\x04').filter((part) => part.startsWith('\0,', 4)).length > 1
  } catch {
    return false // Uploading it says why it cannot be read.
  }
}
