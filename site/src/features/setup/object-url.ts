import { useEffect, useState } from 'react'
import { heicToJpeg, isHeic } from '../photos/upload/heic-to-jpeg'

/**
 * An address of the image in `file` for as long as the component shows it. Undefined without a file, and while or if HEIC
 * cannot be shown.
 */
export function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return undefined
    let outdated = false
    let made: string | undefined
    const show = (image: File) => {
      if (outdated) return
      made = URL.createObjectURL(image)
      setUrl(made)
    }
    if (isHeic(file)) heicToJpeg(file).then(show, () => undefined)
    else show(file)
    return () => {
      outdated = true
      setUrl(undefined)
      if (made !== undefined) URL.revokeObjectURL(made)
    }
  }, [file])
  return url
}
