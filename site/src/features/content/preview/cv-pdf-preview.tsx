import { useEffect, useState } from 'react'
import type { SiteContent } from '../../../../../ssg/model/compile'
import { download } from '../../../lib/save-file'
import { Button } from '../../../ui/button'
import { cvPdf } from './cv-pdf'
import styles from './page-preview.module.css'

/**
 * The CV's PDF as the build will write it with `content`: in the browser's own viewer where that shows all of it in a frame,
 * as it does beside a mouse, and to download everywhere.
 */
export default function CvPdfPreview({ content }: { content: SiteContent }) {
  const url = usePdf(content)
  if (url === undefined) return <p>The preview is being loaded.</p>
  const isFramed = navigator.pdfViewerEnabled && matchMedia('(any-pointer: fine)').matches
  return (
    <>
      <p>
        <Button onClick={() => download(url, `${content.site.name} CV.pdf`)}>Download the PDF</Button>
      </p>
      {isFramed ? (
        // A new frame for each: one that goes to another address is a step of the browser's history.
        <iframe
          key={url}
          title="Preview of /cv.pdf"
          src={`${url}#navpanes=0&view=FitH`}
          className={styles.pdf}
        />
      ) : (
        <p className={styles.status}>This browser shows no PDF inside a page.</p>
      )}
    </>
  )
}

/** Where the browser has the latest PDF; while another is drawn, the one before. */
function usePdf(content: SiteContent): string | undefined {
  const [url, setUrl] = useState<string>()
  const [failure, setFailure] = useState<{ error: unknown }>()
  useEffect(() => {
    let outdated = false
    cvPdf(content).then(
      (pdf) => {
        if (!outdated) setUrl(URL.createObjectURL(pdf))
      },
      (error: unknown) => {
        if (!outdated) setFailure({ error })
      },
    )
    return () => {
      outdated = true
    }
  }, [content])
  useEffect(
    () => () => {
      if (url !== undefined) URL.revokeObjectURL(url)
    },
    [url],
  )
  if (failure) throw failure.error
  return url
}
